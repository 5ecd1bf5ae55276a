// The cache's record in IndexedDB. The database is open during a transaction only, so
// that a page in the back-forward cache never holds it. Calls are carried out in order.
//
// A browser may leave any request without an answer: while another page holds the
// database, or when its storage is damaged.

import { DATABASE_MS } from "../limits.js";

const NAME = "game";
const STORE = "cache";
const KEY = "record";

function promised(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("The database is in use elsewhere."));
  });
}

function opened() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    if (!request.result.objectStoreNames.contains(STORE)) request.result.createObjectStore(STORE);
  };
  return promised(request);
}

async function inTransaction(mode, work) {
  const database = await opened();
  try {
    const transaction = database.transaction(STORE, mode);
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([promised(work(transaction.objectStore(STORE))), done]);
    return result;
  } finally {
    database.close();
  }
}

export class Database {
  constructor() {
    this.last = Promise.resolve();
    /** A call was given up, and is not answered yet. */
    this.isLate = false;
  }

  /** The record, or undefined. A database that cannot be read is deleted: it counts as none. */
  read() {
    return this.next(async () => {
      try {
        return await inTransaction("readonly", (store) => store.get(KEY));
      } catch {
        await promised(indexedDB.deleteDatabase(NAME));
        return undefined;
      }
    });
  }

  put(record) {
    return this.next(() => inTransaction("readwrite", (store) => store.put(record, KEY)));
  }

  clear() {
    return this.next(() => inTransaction("readwrite", (store) => store.clear()));
  }

  next(work) {
    const result = this.last.then(() => this.inTime(work));
    this.last = result.catch(() => {});
    return result;
  }

  /** Fails at once while an earlier call is late, so that none piles up behind it. */
  inTime(work) {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error("The database does not answer."));
      if (this.isLate) {
        fail();
        return;
      }
      const timer = setTimeout(() => {
        this.isLate = true;
        fail();
      }, DATABASE_MS);
      work().finally(() => {
        clearTimeout(timer);
        this.isLate = false;
      }).then(resolve, reject);
    });
  }
}
