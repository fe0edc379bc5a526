import type { Flow } from '../flow.js';
import { inputLies } from './input-lies.js';
import type { Lie } from './lie.js';
import { outputLies } from './output-lies.js';
import { fundingLies, sourceLies } from './source-lies.js';
import { timeLies } from './time-lies.js';

/** Lists requests that differ from a flow's in one thing. */
export const liesOf = (flow: Flow): readonly Lie[] => [
  ...outputLies(flow),
  ...inputLies(flow),
  ...timeLies(flow),
  ...sourceLies(flow),
  ...fundingLies(flow),
];
