// The part of the reference that saves (§8).

class ReferenceStorage {
  changed() {
    this.unsaved = true;
    if (!this.awake || this.due.text !== undefined) return;
    const next = this.textAt + 1_000;
    if (next <= this.clock.now) this.hand();
    else this.due.text = next;
  }

  hand() {
    this.textAt = this.clock.now;
    if (this.list !== null && !this.isResetting()) this.texts += 1;
  }

  saveDue() {
    if (this.unsaved && !this.isResetting()) this.save();
    this.at("save", 10_000);
  }

  save() {
    this.unsaved = false;
    this.saves.push({
      world: this.world, savedAt: this.clock.now, matches: this.list.map((match) => ({ ...match })),
    });
  }

  cacheSaved({ saved, savedAt }) {
    this.works = saved;
    if (!saved) {
      this.unsaved = true;
      return;
    }
    this.saved += 1;
    this.savedAt = savedAt;
  }
}
