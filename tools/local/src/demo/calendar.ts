import type { Payment } from '@weir/client';
import type { Wallet } from '@weir/wallet';
import { bch, chainTime, type Fixture, openWallet, showHash } from './fixture.js';
import { claimStream, openStream } from './streams.js';

const BCH = 100_000_000n;
/** 09:00, one hour east of Greenwich. */
export const CALENDAR = { months: 1, day: 31, time: '09:00', utcOffset: '+01:00' } as const;
const HOUR_OF_PAYDAYS = 8;

const timeOf = (year: number, month: number, day: number): number =>
  Date.UTC(year, month - 1, day, HOUR_OF_PAYDAYS) / 1000;
/** Writes the day of a time in UTC: 2027-01-31. */
export const dateOf = (unixSeconds: number): string => new Date(unixSeconds * 1000).toISOString().slice(0, 10);

/**
 * Returns the time at which the demo's chain starts, Unix seconds: on a 20 January that is followed by a February of 28 days, more than
 * half a year ago, since the demo lets as many days pass.
 */
export const demoStart = (now: number): number => {
  const isLeap = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  const halfYear = 183 * 86_400;
  let year = new Date(now * 1000).getUTCFullYear();
  while (isLeap(year) || timeOf(year, 1, 20) > now - halfYear) year -= 1;
  return timeOf(year, 1, 20);
};

/** Lets the chain's clock pass a time by an hour. @param time Unix seconds */
export const passTo = async ({ control, say }: Fixture, time: number): Promise<void> => {
  const now = (await control.info()).tip.medianTimePast;
  await control.passTime(time - now + 3_600);
  say.step(`It is ${dateOf(time)} on the chain`);
};

/** Claims a salary, and shows the payday that it pays. @throws Error where it is another day */
const claimSalary = async (
  fixture: Fixture,
  recipient: Wallet,
  salary: Awaited<ReturnType<Fixture['weir']['payments']['create']>>,
  payday: string,
): Promise<Payment> => {
  const { say } = fixture;
  const next = (await salary.get()).payment.next_payment_date;
  const { payment } = await salary.claim(recipient, { onProgress: showHash(fixture) });
  say.fact(`salary of ${dateOf(next ?? 0)}`, `${bch(payment.amount_per_period_base)}, ${payment.payment_count} of 12`);
  if (next === null || dateOf(next) !== payday) throw new Error(`The salary of ${payday} was due on ${String(next)}`);
  return payment;
};

/** A salary on the last day of each month, a grant by months with a cliff, and tranches on dates of their own. */
export const datesOfTheCalendar = async (fixture: Fixture): Promise<void> => {
  const { weir, say } = fixture;
  say.chapter('Days of the calendar: a salary of the 31st, a grant by months with a cliff, and tranches');
  const sender = await openWallet(fixture, 'Employer', 2_000_000_000n);
  const recipient = await openWallet(fixture, 'Employee', 0n);
  const startTime = await chainTime(fixture);
  const year = new Date(startTime * 1000).getUTCFullYear();
  const [january, february, march] = [timeOf(year, 1, 31), timeOf(year, 2, 28), timeOf(year, 3, 31)];

  const terms = { recipientName: 'Ada', amountPerPeriod: BCH / 10n, startDate: startTime, calendar: CALENDAR };
  const salary = await weir.payments.create({ recipient: recipient.address, ...terms }, sender);
  const { record } = salary;
  say.step(
    `The sender creates ${record.payment_id}: ${bch(record.amount_per_period_base)} on the last day of each month`,
  );
  say.fact('first paydays', (record.calendar?.paydays ?? []).slice(0, 3).map(dateOf).join(', '));
  await salary.fund(sender, { onProgress: showHash(fixture) });

  const team = ['Ben', 'Cleo'];
  const payroll = await weir.plans.create(
    {
      product: 'recurring',
      start: startTime,
      calendar: CALENDAR,
      streams: await Promise.all(
        team.map(async (label, place) => ({
          recipient: (await openWallet(fixture, label, 0n)).address,
          amount: (BigInt(place + 1) * BCH) / 100n,
          label,
        })),
      ),
    },
    sender,
  );
  say.step(`The sender creates ${payroll.record.plan_id}: salaries of two people on the same days, by one signature`);
  await payroll.fund(sender, { onProgress: (progress) => showHash(fixture)(progress) });

  const [ada, bea] = [await openWallet(fixture, 'Ada', 0n), await openWallet(fixture, 'Bea', 0n)];
  const grants = await weir.plans.create(
    {
      product: 'vesting',
      schedule: 'INSTALLMENTS',
      start: startTime,
      calendar: CALENDAR,
      installments: 12,
      streams: [
        { recipient: ada.address, amount: (12n * BCH) / 100n, label: 'Ada' },
        { recipient: bea.address, amount: (12n * BCH) / 100n, label: 'Bea', cliffInstallment: 2 },
      ],
    },
    sender,
  );
  say.step(
    `The sender creates ${grants.record.plan_id}: grants of two people by one signature, one of them with a cliff`,
  );
  await grants.fund(sender, { onProgress: (progress) => showHash(fixture)(progress) });

  const shared = { recipient: recipient.address, streamType: 'STEP' } as const;
  const grant = await openStream(fixture, sender, {
    ...shared,
    totalAmount: (12n * BCH) / 10n,
    startTime,
    calendar: { ...CALENDAR, day: 28 },
    installments: 12,
    cliffInstallment: 2,
  });
  const dates = [timeOf(year, 2, 14), timeOf(year, 3, 31)];
  const tranches = dates.map((time, place) => ({ time, amount: (BigInt(place + 1) * BCH) / 10n }));
  const list = await openStream(fixture, sender, { ...shared, totalAmount: (3n * BCH) / 10n, tranches });

  await passTo(fixture, january);
  await claimSalary(fixture, recipient, salary, `${year}-01-31`);
  await passTo(fixture, february);
  await claimSalary(fixture, recipient, salary, `${year}-02-28`);
  say.step('The first tranche has come');
  await claimStream(fixture, recipient, list);
  const { streams: before } = await grants.streamsPage({}, sender);
  for (const { label, claimable_amount_base: due } of before) say.fact(`vested for ${label ?? ''}`, bch(due));
  if (before.map(({ claimable_amount_base: due }) => due).join() !== [BCH / 100n, 0n].join())
    throw new Error('One installment should have vested for Ada, and none for Bea');
  await passTo(fixture, march);
  for (const { id, label } of before) {
    await weir.streams.at(id).push();
    const { stream } = await weir.streams.at(id).get();
    say.fact(`paid to ${label ?? ''}`, bch(stream.withdrawn_amount_base));
    if (stream.withdrawn_amount_base !== BCH / 50n) throw new Error('Two installments of each grant should be paid');
  }
  const paid = await claimSalary(fixture, recipient, salary, `${year}-03-31`);
  say.step('The cliff has passed: the grant has vested two installments at once');
  const granted = await claimStream(fixture, recipient, grant);
  say.step('The last tranche has come');
  const { status } = await claimStream(fixture, recipient, list);
  const { streams: salaries } = await payroll.streamsPage({}, sender);
  for (const { id, label } of salaries) {
    await weir.payments.at(id).push();
    const { payment } = await weir.payments.at(id).get();
    say.fact(`paid to ${label ?? ''}`, `${bch(payment.total_paid_base)}, ${payment.payment_count} of 12`);
    if (payment.next_payment_date !== timeOf(year, 4, 30) || payment.payment_count !== 3)
      throw new Error('Three paydays of the payroll should be paid, the last one on 31 March');
  }
  if (paid.total_paid_base !== (3n * BCH) / 10n || granted.withdrawn_amount_base !== (2n * BCH) / 10n)
    throw new Error('Three salaries and two installments should be paid');
  if (status !== 'COMPLETED') throw new Error(`All tranches should be paid, and they are ${status}`);
};
