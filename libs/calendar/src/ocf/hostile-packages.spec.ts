import fc from 'fast-check';
import { ADA, fileOf, ISSUANCE, MONTHLY, OPTIONS, START, TERMS, VESTING_START } from '../../test/ocf-files.js';
import { RUNS } from '../../test/runs.js';
import { importGrants, readOcfPackage, sentenceText } from './index.js';

/** Values that no field should have, and some that a few may have. */
const HOSTILE: readonly unknown[] = [
  ...[null, true, 0, -1, 1, 1.5, 48, 1e21, Number.MAX_SAFE_INTEGER],
  ...['', ' ', '0', '-1', '1e3', '0x10', '.5', '1,000', '١', 'NaN', '00000000000000000001', '9'.repeat(5_000)],
  ...['2026-02-30', '2100-02-01', '1999-02-28', '9999-12-31', '0000-00-00', '2026-01-31\n', 'WEEKS', 'DAYS', 'MONTHS'],
  ...['__proto__', 'constructor', 'start', 'monthly', 'security-1', 'VESTING_EVENT', 'FRACTIONAL', 'BACK_LOADED'],
  ...[[], {}, [[]], [{}], { type: 'DAYS' }, { length: 1, type: 'DAYS', occurrences: 1 }],
  JSON.parse('{"__proto__": {"polluted": true}}'),
];

type Place = readonly (string | number)[];

/** All places in a value. */
const placesIn = (value: unknown, at: Place = []): readonly Place[] => {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...at, key]))];
};

/** A copy of a value with another one at a place, or without it. */
const changed = (
  value: unknown,
  [key, ...rest]: Place,
  make: (old: unknown) => { readonly value: unknown } | undefined,
): unknown => {
  if (key === undefined) return make(value)?.value;
  const entries = Object.entries(value as object).flatMap(([name, inner]): [string, unknown][] => {
    if (name !== key) return [[name, inner]];
    if (rest.length > 0) return [[name, changed(inner, rest, make)]];
    const made = make(inner);
    return made === undefined ? [] : [[name, made.value]];
  });
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
};

const SOUND = {
  terms: { file_type: 'OCF_VESTING_TERMS_FILE', items: [{ ...TERMS, vesting_conditions: [START, MONTHLY] }] },
  transactions: { file_type: 'OCF_TRANSACTIONS_FILE', items: [{ ...ISSUANCE, vestings: undefined }, VESTING_START] },
  people: { file_type: 'OCF_STAKEHOLDERS_FILE', items: [ADA] },
};
const PLAIN = JSON.parse(JSON.stringify(SOUND)) as typeof SOUND;
const PLACES = placesIn(PLAIN);

const change = fc.record({
  place: fc.constantFrom(...PLACES),
  kind: fc.constantFrom('replace', 'remove', 'repeat', 'add'),
  value: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...HOSTILE) }, { weight: 1, arbitrary: fc.jsonValue() }),
  key: fc.constantFrom('extra', 'quantity', 'portion', 'vestings', 'cliff_installment', 'toString'),
});

const apply = (
  content: unknown,
  { place, kind, value, key }: typeof change extends fc.Arbitrary<infer Value> ? Value : never,
): unknown => {
  try {
    return changed(content, place, (old) => {
      if (kind === 'remove') return undefined;
      if (kind === 'replace') return { value };
      if (Array.isArray(old))
        return {
          value: kind === 'repeat' ? [...(old as unknown[]), ...(old as unknown[])] : [...(old as unknown[]), value],
        };
      return { value: typeof old === 'object' && old !== null && kind === 'add' ? { ...old, [key]: value } : old };
    });
  } catch {
    // An earlier change has taken the place away.
    return content;
  }
};

it('hostile packages are refused by a sentence, or imported with every amount of the file', () => {
  const seen = { refusedPackages: 0, refusedGrants: 0, ready: 0 };
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      const content = changes.reduce<unknown>((now, each) => apply(now, each), PLAIN);
      const files = Object.entries(content ?? {}).map(([name, file]) => fileOf(`${name}.json`, file ?? null));
      const read = readOcfPackage(files);
      if (!read.ok) {
        seen.refusedPackages += 1;
        expect(sentenceText(read.problem)).toMatch(/^.{10,500}\.$/su);
        return;
      }
      for (const grant of importGrants(read.value, OPTIONS)) {
        if (grant.status === 'refused') {
          seen.refusedGrants += 1;
          expect(sentenceText(grant.problem)).toMatch(/^.{10,500}\.$/su);
          continue;
        }
        seen.ready += 1;
        const { dates, total } = grant;
        expect(dates.reduce((sum, { paid }) => sum + paid, 0n)).toBe(total);
        expect(dates.every(({ amount, paid }) => amount === paid && paid > 0n)).toBe(true);
        expect(dates.every(({ paidAt }, place) => place === 0 || paidAt > (dates[place - 1]?.paidAt ?? 0n))).toBe(true);
      }
    }),
    RUNS(3_000),
  );
  expect(seen.refusedPackages).toBeGreaterThan(500);
  expect(seen.refusedGrants).toBeGreaterThan(100);
  expect(seen.ready).toBeGreaterThan(100);
  expect(({} as Readonly<Record<string, unknown>>)['polluted']).toBeUndefined();
});

it('grants of many dates are computed up to a bound, and refused by a sentence beyond it', () => {
  const terms = {
    ...TERMS,
    allocation_type: 'FRONT_LOADED',
    vesting_conditions: [
      START,
      {
        ...MONTHLY,
        portion: { numerator: '1', denominator: '1300' },
        trigger: {
          type: 'VESTING_SCHEDULE_RELATIVE',
          period: { length: 1, type: 'DAYS', occurrences: 1_300 },
          relative_to_condition_id: 'start',
        },
      },
    ],
  };
  const items = Array.from({ length: 200 }, (_, place) => [
    { ...ISSUANCE, id: `grant-${place}`, security_id: `security-${place}` },
    { ...VESTING_START, id: `start-${place}`, security_id: `security-${place}` },
  ]).flat();
  const read = readOcfPackage([
    fileOf('a.json', { file_type: 'OCF_VESTING_TERMS_FILE', items: [terms] }),
    fileOf('b.json', { file_type: 'OCF_TRANSACTIONS_FILE', items }),
  ]);
  if (!read.ok) throw new Error(sentenceText(read.problem));
  const grants = importGrants(read.value, OPTIONS);
  const problems = grants.map((grant) => (grant.status === 'refused' ? sentenceText(grant.problem) : 'none'));
  expect(problems[0]).toContain('At most 100 can be imported');
  expect(problems.filter((problem) => problem.includes('At most 100'))).toHaveLength(192);
  expect(problems[199]).toBe('The package has more than 250,000 dates. Import it in parts.');
});
