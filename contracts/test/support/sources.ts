import { readFileSync } from 'node:fs';
import { withFunctions } from '../../scripts/borrowed-functions.js';

const read = (name: string): string => readFileSync(new URL(`../../cash/${name}.cash`, import.meta.url), 'utf8');

/** The text of a source, named without `.cash`; with the functions in it that it borrows. */
export const sourceOf = (name: string): string => withFunctions(read(name), read);
