export type { MoneyLine, MoneyQuery, OpeningTotal } from './money-line.js';
export {
  createMoneyLinesRepository,
  type MoneyLinesOptions,
  type MoneyLinesRepository,
} from './money-lines.repository.js';
