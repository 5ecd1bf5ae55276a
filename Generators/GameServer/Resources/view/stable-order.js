// Which of a list's elements may stay where they are when it is reordered: a longest
// increasing run of their old places. All others are moved. Pure.

/** `places`: old place of each in the new order, -1 for new ones. Returns a Set of indexes. */
export function staying(places) {
  const tails = [];
  const before = new Array(places.length).fill(-1);
  places.forEach((place, index) => {
    if (place < 0) return;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[tails[middle]] < place) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[index] = tails[low - 1];
    tails[low] = index;
  });
  const stay = new Set();
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index]) stay.add(index);
  return stay;
}

/** Puts `elements` into `parent` in this order, with as few moves as possible. */
export function arrange(parent, elements) {
  const wanted = new Set(elements);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  const places = new Map([...parent.children].map((child, place) => [child, place]));
  const stay = staying(elements.map((element) => places.get(element) ?? -1));
  let next = null;
  for (let index = elements.length - 1; index >= 0; index -= 1) {
    const element = elements[index];
    if (!stay.has(index)) parent.insertBefore(element, next);
    next = element;
  }
}
