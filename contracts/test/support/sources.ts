import { readFileSync } from 'node:fs';
import { withClaim } from '../../scripts/airdrop-source.js';

const read = (name: string): string => readFileSync(new URL(`../../cash/${name}.cash`, import.meta.url), 'utf8');

/** The text of a source, named without `.cash`; with the claim in it where it borrows one. */
export const sourceOf = (name: string): string => withClaim(read(name), read);
