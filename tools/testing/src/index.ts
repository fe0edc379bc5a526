export { capTable, type CapTableFile, type CapTableOptions } from './cap-table.js';
export { Chance } from './chance.js';
export { deferred, eventually, until, untilSo, type Deferred } from './eventually.js';
