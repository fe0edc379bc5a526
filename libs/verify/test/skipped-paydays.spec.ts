import { binToHex, encodeTransactionCommon } from '@bitauth/libauth';
import { verify } from '../src/index.js';
import { calendarFlows } from './support/calendar-flows.js';
import { transactionOf } from './support/coins.js';
import { currencyFlows } from './support/currency-flows.js';
import type { Flow } from './support/flow.js';

const TWO_MONTHS = 62 * 86_400;

const resumes = [...calendarFlows(false), ...calendarFlows(true), ...currencyFlows()].filter(({ name }) =>
  /by the calendar: resume$|: RESUME$/u.test(name),
);

/** The same transaction, signed two months later. */
const later = ({ request, signer, asked }: Flow) => {
  const transaction = transactionOf(request);
  const locktime = transaction.locktime + TWO_MONTHS;
  const dated = binToHex(encodeTransactionCommon({ ...transaction, locktime }));
  return verify({ ...request, transaction: dated }, { ...signer, time: BigInt(locktime) }, asked);
};

describe('a resume by the calendar', () => {
  it('is tried of each product', () => {
    expect(resumes.map(({ name }) => name)).toHaveLength(5);
  });

  it.each(resumes.map((flow) => [flow.name, flow] as const))(
    'is refused where it skips fewer paydays than have passed: %s',
    (_, flow) => {
      verify(flow.request, flow.signer, flow.asked);
      expect(() => later(flow)).toThrow('It would pay for paydays that passed while it was paused');
    },
  );
});
