import { parseArgs } from 'node:util';
import { rulesOf, secondLockOf, SOURCES, type Rule } from '../contract-trials.js';
import { findBrokenClaim, hasClaims } from './find-claim.js';
import { findTransaction } from './find-transaction.js';
import { isOf, readTeeth, writeTeeth, type TeethRecord, type Tooth } from './record.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    claims: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '10' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const HELP = `npm run teeth -- [options]
  Leaves out each rule of each source in turn, and looks for a transaction that then passes.
  --only <start>  sources whose name starts so: --only plan-vesting-bch
  --claims        looks for a claim that breaks instead (needs z3)
  --seconds <n>   time for one question of a claim, 10
  --write         record the outcome in tools/proofs/teeth.json
`;

const before: TeethRecord = await readTeeth().catch(() => ({}));

/** The recorded transaction where it still passes without the rule; else the first one that does. */
const transactionFor = (rule: Rule, recorded: string | undefined): string | undefined =>
  (recorded === undefined ? undefined : findTransaction(rule, recorded)) ?? findTransaction(rule);

const toothOf = async (rule: Rule): Promise<Tooth> => {
  const known = before[rule.source]?.find((each) => isOf(rule, each));
  const transaction = values.claims ? known?.transaction : transactionFor(rule, known?.transaction);
  const asked = values.claims && hasClaims(rule);
  const claim = asked ? await findBrokenClaim(rule, Number(values.seconds)) : known?.claim;
  const secondLock = transaction === undefined ? secondLockOf(rule) : undefined;
  return {
    function: rule.function,
    rule: rule.text,
    ...(transaction !== undefined && { transaction }),
    ...(claim !== undefined && { claim }),
    ...(secondLock !== undefined && { secondLock }),
  };
};

const line = (rule: Rule, { transaction, claim, secondLock }: Tooth): string =>
  [
    `${rule.source}:${rule.line} ${rule.function} ${rule.text}`,
    `  transaction: ${transaction ?? 'none'}`,
    ...(claim === undefined ? [] : [`  claim: ${claim}`]),
    ...(transaction === undefined ? [`  second lock: ${secondLock ?? 'NOT SETTLED'}`] : []),
  ].join('\n');

const showAll = async (): Promise<void> => {
  const record: Record<string, readonly Tooth[]> = { ...before };
  let [passed, locks, open] = [0, 0, 0];
  for (const source of SOURCES.filter((name) => name.startsWith(values.only))) {
    const teeth: Tooth[] = [];
    for (const rule of rulesOf(source)) {
      const tooth = await toothOf(rule);
      teeth.push(tooth);
      if (tooth.transaction !== undefined) passed += 1;
      else if (tooth.secondLock !== undefined) locks += 1;
      else open += 1;
      console.log(line(rule, tooth));
    }
    record[source] = teeth;
    if (values.write) await writeTeeth(record);
  }
  console.log(`${passed} rules with a transaction, ${locks} second locks, ${open} not settled`);
  if (open > 0) process.exitCode = 1;
};

if (values.help) console.log(HELP);
else await showAll();
