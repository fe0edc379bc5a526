import { v7 } from 'uuid';

/** Makes a row id: a uuid that grows with time, so that rows of one second keep their order. */
export const newId = (): string => v7();
