import { planTerms } from '@weir/lives';
import { balanceOf, bch, type Fixture, openWallet, passDays, until } from './fixture.js';

const EACH = 10_000_000n;
/** The note each recipient receives with the funding, satoshis. */
const NOTE = 1_200n;
const TEAM = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil'] as const;

/** Grants for a team, opened by one signature; one is claimed, a selection is cancelled by another. */
export const teamPlan = async (fixture: Fixture): Promise<void> => {
  const { weir, control, say } = fixture;
  say.chapter(
    'A plan: grants for a team of five from a CSV, opened by one signature, two of them cancelled by another',
  );
  const sender = await openWallet(fixture, 'Employer', 200_000_000n);
  const team = await Promise.all(TEAM.map((name) => openWallet(fixture, name, 0n)));
  const { chain } = await weir.info();
  const start = chain?.medianTimePast ?? 0;
  const csv = ['address,amount,label', ...team.map(({ address }, i) => `${address},0.1,${TEAM[i] ?? ''}`)].join('\n');
  const terms = planTerms([], start, { csv });
  const { costs } = await weir.plans.preview(terms, sender);
  say.step('The employer sees what the list comes to');
  say.fact('grants', bch(costs.amount_base));
  say.fact('with fees, reserves', `${bch(costs.satoshis)}, in ${costs.fundings.length} funding`);

  const plan = await weir.plans.create(terms, sender);
  say.step(`They create ${plan.record.plan_id}, and sign once`);
  const { statuses } = await plan.fund(sender, {
    onProgress(progress) {
      if (progress.step === 'confirming') say.fact('transaction', progress.txHash);
    },
  });
  say.fact('active streams', statuses.ACTIVE ?? 0);
  const { streams } = await plan.streamsPage({}, sender);
  for (const { stream_id: id, label, amount_base: amount } of streams)
    say.fact(label ?? '', `${bch(amount)}, ${id ?? ''}`);

  await passDays(fixture, 5);
  const [ada] = team;
  const [first] = streams;
  if (ada === undefined || first === undefined) throw new Error('The plan has no streams');
  const claimed = await weir.streams.at(first.id).claim(ada);
  say.step('Ada claims hers, like any other stream');
  say.fact('withdrawn', bch(claimed.stream.withdrawn_amount_base));

  const leaving = streams.slice(3);
  say.step('Dora and Emil leave: the employer cancels both by one signature');
  const { streams: cancelled, txHashes } = await plan.cancel(
    leaving.map(({ id }) => id),
    sender,
  );
  say.fact('transaction', txHashes.join(', '));
  for (const { stream_id: id, status, withdrawn_amount_base: paid } of cancelled)
    say.fact(id, `${status}, ${bch(paid)} paid`);
  await control.mine(7);
  for (const { id } of leaving)
    await until('the refunds', async () => {
      const { refund } = (await weir.streams.at(id).get()).stream;
      return refund?.txHash ?? undefined;
    });
  say.step('The notice is over, and the service has returned the rest; the others go on');
  const after = (await plan.get(sender)).statuses;
  say.fact('streams', `${after.ACTIVE ?? 0} active, ${after.CANCELLED ?? 0} cancelled`);
  const got = await balanceOf(fixture, team[3]?.address ?? '');
  if (txHashes.length !== 1 || after.ACTIVE !== 3 || got < EACH / 2n - EACH / 100n || got > EACH)
    throw new Error(`Two of five should be cancelled, with half of it paid; Dora has ${got - NOTE}`);
};
