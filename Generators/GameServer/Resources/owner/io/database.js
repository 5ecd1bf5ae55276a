// The cache's record in IndexedDB. The database is open during a transaction only, so
// that a page in the back-forward cache never holds it. Calls are carried out in order.

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
    const result = this.last.then(work);
    this.last = result.catch(() => {});
    return result;
  }
}
