import { compileAirdrop } from '../../scripts/airdrop-source.js';
import { airdropArtifactAt } from '../../src/airdrop-artifact.js';
import { scriptCloseFee } from '../../src/index.js';
import { compileBytecode } from '../support/compile.js';
import { scriptOf } from '../support/contract.js';
import {
  type Attempt,
  attemptsOf,
  callsPath,
  compileWithout,
  firstPast,
  type Mutant,
  mutantsOf,
} from '../support/mutants.js';
import { proofAttacks } from './claim-attacks.js';
import { closerOf } from './closer.js';
import { closingAttacks } from './closing-attacks.js';
import { commonTables } from './common-attacks.js';
import { type Fixture, OF_A_SCRIPT, publicSpends, whitelistSpends } from './honest-spends.js';
import { TERMS as PUBLIC_TERMS } from './public.js';
import { KINDS, sceneOf } from './scenes.js';
import { TERMS as WHITELIST_TERMS } from './whitelist.js';

const COVENANTS = KINDS.map(([kind, asset]) => {
  const name = `airdrop-script-${kind}-${asset === 'BCH' ? 'bch' : 'token'}` as const;
  return { name, kind, asset };
});

/** Every rule of the covenants of scripts, the borrowed claims' included, and of the closer. */
export const MUTANTS: readonly Mutant[] = [...COVENANTS.map(({ name }) => name), 'airdrop-closer']
  .flatMap(mutantsOf)
  // That one is no rule: the compiler wants every parameter used.
  .filter(({ rule }) => rule !== 'nonce.length == 16');

/** The covenant that a mutant is of; the closer is tried on a whitelist in BCH. */
const covenantOf = ({ source }: Mutant): (typeof COVENANTS)[number] => {
  const covenant = COVENANTS.find(({ name }) => name === source) ?? COVENANTS[0];
  if (covenant === undefined) throw new Error('There are covenants');
  return covenant;
};

const fixtureOf = (mutant: Mutant): Fixture => {
  if (mutant.source === 'airdrop-closer')
    return { ...OF_A_SCRIPT, closer: closerOf(scriptOf(compileWithout(mutant, compileBytecode))) };
  const { name, kind, asset } = covenantOf(mutant);
  const { depth } = kind === 'whitelist' ? WHITELIST_TERMS : PUBLIC_TERMS;
  const closeFee = scriptCloseFee(kind === 'whitelist' ? 'WHITELIST' : 'PUBLIC', asset, depth);
  const covenant = { name, depths: [depth], closeFee: () => closeFee };
  const compile = (text: string) => airdropArtifactAt(compileAirdrop(covenant, text, compileBytecode), depth);
  return { ...OF_A_SCRIPT, artifact: compileWithout(mutant, compile) };
};

/** Which function of a campaign's covenant each path calls. */
const SELECTORS = new Map([
  ['claim', 0n],
  ['close', 1n],
  ['sweep', 2n],
]);

/** An attack that passes where a rule is left out, looked for on the rule's own path first; undefined where none does. */
export const noticedBy = (mutant: Mutant): string | undefined => {
  const { kind, asset } = covenantOf(mutant);
  const fixture = fixtureOf(mutant);
  const selector = SELECTORS.get(mutant.path) ?? -1n;
  const drafts = [...closingAttacks(sceneOf(kind, asset, fixture)), ...proofAttacks(kind, asset, fixture)];
  const tables = commonTables((kind === 'whitelist' ? whitelistSpends : publicSpends)(asset, fixture));
  function* attempts(isNear: boolean): Generator<Attempt> {
    for (const [name, draft] of drafts) if (callsPath(draft, selector) === isNear) yield { name, make: () => draft };
    for (const [, attacks, spends] of tables)
      yield* attemptsOf(
        attacks,
        spends.filter(({ draft }) => callsPath(draft, selector) === isNear),
      );
  }
  return firstPast(attempts(true)) ?? firstPast(attempts(false));
};
