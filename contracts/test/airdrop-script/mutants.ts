import { readFileSync } from 'node:fs';
import { hexToBin } from '@bitauth/libauth';
import { Contract } from 'cashscript';
import { compileAirdrop, withClaim } from '../../scripts/airdrop-source.js';
import { airdropArtifactAt } from '../../src/airdrop-artifact.js';
import { scriptCloseFee, type AirdropAssetType } from '../../src/index.js';
import { TERMS as PUBLIC_TERMS } from '../airdrop-public/public.js';
import { TERMS as WHITELIST_TERMS } from '../airdrop-whitelist/whitelist.js';
import { commonTables } from '../airdrop/common-attacks.js';
import { TIP } from '../airdrop/spends.js';
import { compileBytecode } from '../support/compile.js';
import { judgeAttack, type JudgeResult, offlineProvider } from '../support/judge.js';
import { seal, type Draft } from '../support/transaction.js';
import { proofAttacks } from './claim-attacks.js';
import { closerOf } from './closer.js';
import { closingAttacks } from './closing-attacks.js';
import { publicSpends, whitelistSpends, type Fixture } from './honest-spends.js';
import { sceneOf, type Kind } from './scenes.js';

const read = (name: string): string => readFileSync(new URL(`../../cash/${name}.cash`, import.meta.url), 'utf8');
const RULE = /^ *require\((.*)\);$/u;

/** A source with one rule left out. */
export interface Mutant {
  readonly kind: Kind;
  readonly asset: AirdropAssetType;
  /** `airdrop-closer`, or a campaign's covenant. */
  readonly source: string;
  readonly path: string;
  readonly rule: string;
  readonly line: number;
}

const textOf = (source: string): string => withClaim(read(source), read);

/** Every `require` of a source, the borrowed claim's included. */
const mutantsIn = (source: string, kind: Kind, asset: AirdropAssetType): readonly Mutant[] => {
  let path = '';
  return textOf(source)
    .split('\n')
    .flatMap((text, line): Mutant[] => {
      path = /function (\w+)/u.exec(text)?.[1] ?? path;
      const rule = RULE.exec(text)?.[1];
      // That one is no rule: the compiler wants every parameter used.
      return rule === undefined || rule === 'nonce.length == 16' ? [] : [{ kind, asset, source, path, rule, line }];
    });
};

const CASES = (['whitelist', 'public'] as const).flatMap((kind) =>
  (['BCH', 'FUNGIBLE_TOKEN'] as const).map((asset) => ({ kind, asset })),
);

export const MUTANTS: readonly Mutant[] = [
  ...CASES.flatMap(({ kind, asset }) =>
    mutantsIn(`airdrop-script-${kind}-${asset === 'BCH' ? 'bch' : 'token'}`, kind, asset),
  ),
  ...mutantsIn('airdrop-closer', 'whitelist', 'BCH'),
];

const without = ({ source, line }: Mutant, by: string): string =>
  textOf(source)
    .split('\n')
    .map((text, index) => (index === line ? by : text))
    .join('\n');

/** Compiles without the rule; what only the rule used is still computed. */
const compiled = <Compiled>(mutant: Mutant, compile: (text: string) => Compiled): Compiled => {
  try {
    return compile(without(mutant, 'require(true);'));
  } catch {
    // The compiler takes `tx.time` nowhere but alone.
    const time = /^tx\.time >= (.*)$/u.exec(mutant.rule)?.[1];
    return compile(
      without(mutant, time === undefined ? `require((${mutant.rule}) || true);` : `require(${time} >= 0);`),
    );
  }
};

const fixtureOf = (mutant: Mutant): Fixture => {
  const { kind, asset, source } = mutant;
  if (source === 'airdrop-closer') {
    const { bytecode } = new Contract(compiled(mutant, compileBytecode), [], { provider: offlineProvider });
    return { closer: closerOf(hexToBin(bytecode)) };
  }
  const depth = kind === 'whitelist' ? WHITELIST_TERMS.depth : PUBLIC_TERMS.depth;
  const closeFee = scriptCloseFee(kind === 'whitelist' ? 'WHITELIST' : 'PUBLIC', asset, depth);
  const name = `airdrop-script-${kind}-${asset === 'BCH' ? 'bch' : 'token'}` as const;
  const covenant = { name, depths: [depth], closeFee: () => closeFee };
  return {
    artifact: compiled(mutant, (text) => airdropArtifactAt(compileAirdrop(covenant, text, compileBytecode), depth)),
  };
};

/** Which function of a campaign's covenant each path calls. */
const SELECTORS = new Map([
  ['claim', 0n],
  ['close', 1n],
  ['sweep', 2n],
]);

/** What no block refuses has got past the rule, whether nodes would relay it or not. */
const passes = (verdict: JudgeResult): boolean => verdict.accepted || verdict.by !== 'script';

/** The first of these attacks that passes. */
const firstPast = (
  drafts: readonly (readonly [name: string, draft: Draft])[],
  tables: ReturnType<typeof commonTables>,
): string | undefined => {
  for (const [name, draft] of drafts) if (passes(judgeAttack(seal(draft), TIP))) return name;
  for (const [, attacks, targets] of tables)
    for (const attack of attacks)
      for (const spend of targets.filter((each) => attack.appliesTo(each))) {
        const tried = attack.mutate(spend);
        const verdict = judgeAttack('transaction' in tried ? tried : seal(tried), spend.tip);
        if (attack.refusedBy === undefined && passes(verdict)) return `${attack.name}: ${spend.name}`;
      }
  return undefined;
};

/** An attack that passes where a rule is left out, looked for on the rule's own path first; undefined where none does. */
export const noticedBy = (mutant: Mutant): string | undefined => {
  const { kind, asset, path } = mutant;
  const fixture = fixtureOf(mutant);
  const takesPath = (draft: Draft): boolean =>
    draft.inputs.some(({ unlocking }) => unlocking.kind === 'call' && unlocking.selector === SELECTORS.get(path));
  const drafts = [...closingAttacks(sceneOf(kind, asset, fixture)), ...proofAttacks(kind, asset, fixture)];
  const tables = commonTables((kind === 'whitelist' ? whitelistSpends : publicSpends)(asset, fixture));
  const where = (isNear: boolean) =>
    firstPast(
      drafts.filter(([, draft]) => takesPath(draft) === isNear),
      tables.map(([title, attacks, spends]) => [
        title,
        attacks,
        spends.filter(({ draft }) => takesPath(draft) === isNear),
      ]),
    );
  return where(true) ?? where(false);
};
