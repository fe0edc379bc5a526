import Type from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { Timestamp } from '../shared/fields.schema.js';

/** A point of a vesting curve. */
export const SchedulePoint = Type.Object({
  time: Timestamp('When.'),
  vestedAmount: Amount('What has vested then.'),
  vestedAmountBase: BaseAmount(),
});
