import { whole } from './values-a.js';

export const half = (): number => whole() / 2;
