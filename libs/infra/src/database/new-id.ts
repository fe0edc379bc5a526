import { v7 } from 'uuid';

/** A fresh row id: a uuid that grows with time, so that rows of one second keep the order they were made in. */
export const newId = (): string => v7();
