// What may stay in a reordered list: as many as a search of all pairs finds.

function longest(places) {
  const best = [];
  places.forEach((place, index) => {
    best[index] = place < 0 ? 0 : 1;
    for (let before = 0; before < index; before += 1) {
      if (place >= 0 && places[before] >= 0 && places[before] < place) {
        best[index] = Math.max(best[index], best[before] + 1);
      }
    }
  });
  return Math.max(0, ...best);
}

function shuffled(list, random) {
  const shuffle = [...list];
  for (let index = shuffle.length - 1; index > 0; index -= 1) {
    const other = random.below(index + 1);
    [shuffle[index], shuffle[other]] = [shuffle[other], shuffle[index]];
  }
  return shuffle;
}

function checkOrders({ staying, arrange }, first, count) {
  for (let seed = first; seed < first + count; seed += 1) {
    const random = new Seeded(seed);
    const before = Array.from({ length: random.below(14) }, (_, index) => index);
    const kept = before.filter(() => random.chance(0.8));
    const added = Array.from({ length: random.below(4) }, (_, index) => 100 + index);
    const after = random.chance(0.3) ? [...kept, ...added] : shuffled([...kept, ...added], random);
    const places = after.map((name) => before.filter((one) => kept.includes(one)).indexOf(name));
    const stay = staying(places);
    let last = -1;
    for (const index of [...stay].sort((one, other) => one - other)) {
      if (places[index] <= last) return { seed, places, stay: [...stay] };
      last = places[index];
    }
    if (stay.size !== longest(places)) return { seed, places, stay: stay.size };
    const elements = new Map([...before, ...added].map((name) => {
      const element = document.createElementNS("http://www.w3.org/1999/xhtml", "i");
      return [name, element];
    }));
    const parent = document.createElementNS("http://www.w3.org/1999/xhtml", "p");
    for (const name of before) parent.append(elements.get(name));
    let moves = 0;
    const insertBefore = parent.insertBefore.bind(parent);
    parent.insertBefore = (element, next) => {
      moves += 1;
      return insertBefore(element, next);
    };
    arrange(parent, after.map((name) => elements.get(name)));
    const children = [...parent.children];
    if (children.length !== after.length) return { seed, children: children.length };
    if (after.some((name, index) => children[index] !== elements.get(name))) return { seed, after };
    if (moves !== after.length - stay.size) return { seed, moves };
  }
  return null;
}
