export { type Interval, MAX_AMOUNT, MAX_LOCKTIME, MAX_PRICE, MAX_TIME, MIN_TIME } from '@weir/kinds';
export {
  amountOfFirst,
  findPlanProblem,
  FUNDED_PERIODS,
  fundedPeriods,
  fundedTotal,
  INTERVAL_SECONDS,
  lastDue,
  type PaymentPlan,
  type PlanProblem,
} from './payment-plan.js';
export { paymentPlan, recurringPlan } from './derive-plan.js';
export type { DerivedPlan, PaymentTerms, RecurringProblem, RecurringTerms } from './derive-plan.js';
export { accruedAmount, accruedCurve, type AccruedPoint, duePeriods, type DueTerms } from './due-periods.js';
export {
  countedPrice,
  type CurrencyProblem,
  type CurrencyTerms,
  defaultOpening,
  defaultPriceBounds,
  exactSatoshisAt,
  type ExactSatoshis,
  findCurrencyProblem,
  MAX_CURRENCY_AMOUNT,
  MAX_CURRENCY_PERIODS,
  MIN_PAYMENT,
  type PriceBounds,
  satoshiRange,
  satoshisAt,
} from './currency/currency-terms.js';
export { formatUnits } from './currency/format-units.js';
export {
  type Coverage,
  coverageAt,
  type CoverageTerms,
  coveredPeriods,
  type CurrencyBalance,
  type CurrencyReserve,
  type CurrencyStep,
  payDebt,
  payPeriod,
} from './currency/currency-balance.js';
export {
  decodeOracleMessage,
  encodePriceMessage,
  hasPrice,
  type MetadataMessage,
  type OracleMessage,
  PRICE_MESSAGE_LENGTH,
  readScriptPair,
  type PriceMessage,
} from './oracle/oracle-message.js';
export {
  anchorOf,
  findPairProblem,
  findPairs,
  type MessagePair,
  type PairProblem,
  type PriceDate,
  pairTimes,
} from './oracle/message-pair.js';
export { findLies, type OracleLie } from './oracle/oracle-lies.js';
