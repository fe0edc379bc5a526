import { commonTables } from '../airdrop/common-attacks.js';
import { OF_A_SCRIPT, publicSpends, whitelistSpends } from '../airdrop/honest-spends.js';
import { ruleRows as airdropRows } from '../airdrop/rule-rows.js';
import { formOf, KINDS as CAMPAIGN_KINDS } from '../airdrop/scenes.js';
import { lockTables } from '../lock/attack-tables.js';
import { lockSpends } from '../lock/honest-spends.js';
import type { LockAsset } from '../lock/lock.js';
import { moveRows as lockMoveRows } from '../lock/move-rows.js';
import { ruleRows as lockRows } from '../lock/rule-rows.js';
import { planTables } from '../plan/attack-tables.js';
import { createAddress, holdsTokens, KINDS, type Kind } from '../plan/covenant.js';
import { planSpends } from '../plan/honest-spends.js';
import { moveRows } from '../plan/move-rows.js';
import { movesAlong, moveSiblingRows } from '../plan/move-sibling-rows.js';
import { ruleRows } from '../plan/rule-rows.js';
import { loneRows, siblingRows } from '../plan/sibling-rows.js';
import { PLAN } from '../plan/stream.js';
import type { Attack, HonestSpend } from '../support/attack-suite.js';
import { named32 } from '../support/bytes.js';
import type { Draft } from '../support/transaction.js';
import { purseRows } from '../treasury/purse-rows.js';
import { purseSpends } from '../treasury/purse-spends.js';
import { rosterRows } from '../treasury/roster-rows.js';
import { rosterSpends } from '../treasury/roster-spends.js';
import type { Row } from '../treasury/transactions.js';
import { vaultTables } from '../vault/attack-tables.js';
import { vaultSpends } from '../vault/support/vault.js';

/** A transaction that a covenant must refuse. */
export interface Attempt {
  /** Unique for its source. */
  readonly name: string;
  /** What it was made from, or the transaction itself. */
  readonly base: Draft;
  /** Undefined where it is changed after signing: it is then no transaction of another contract. */
  readonly make: () => Draft | undefined;
}

/** Transactions of a covenant: those that it must accept, and those that it must refuse. */
export interface Trials {
  readonly honest: readonly HonestSpend[];
  readonly attempts: readonly Attempt[];
}

type Tables = readonly (readonly [title: string, attacks: readonly Attack[], targets: readonly HonestSpend[]])[];

/** Rows of single bytes: many, and seldom the first to notice. */
const BYTES = /in byte \d+$/u;

const rowsAs = (rows: readonly (readonly [name: string, draft: Draft])[]): Attempt[] =>
  rows.map(([name, draft]) => ({ name, base: draft, make: () => draft }));

/** Each attack on each spend that it applies to. */
const tablesAs = (tables: Tables): Attempt[] => {
  const made = tables.flatMap(([, attacks, targets]) =>
    attacks
      .filter(({ refusedBy }) => refusedBy === 'script')
      .flatMap((attack) =>
        targets
          .filter((spend) => attack.appliesTo(spend))
          .map((spend): Attempt => ({
            name: `${attack.name}: ${spend.name}`,
            base: spend.draft,
            make: () => {
              const tried = attack.mutate(spend);
              return 'transaction' in tried ? undefined : tried;
            },
          })),
      ),
  );
  const ofBytes = ({ name }: Attempt): boolean => BYTES.test(name.split(':')[0] ?? '');
  return [...made.filter((each) => !ofBytes(each)), ...made.filter(ofBytes)];
};

const planTrials = (kind: Kind): Trials => {
  const mine = createAddress(kind);
  const honest = planSpends(kind);
  const siblings = KINDS.flatMap((other) => {
    // Streams of both assets are never of one plan, but may share a transaction.
    const category = holdsTokens(other) === holdsTokens(kind) ? PLAN : named32('another plan');
    const theirs = createAddress(other);
    const along = category === PLAN ? movesAlong(mine, theirs).filter(({ isAllowed }) => !isAllowed) : [];
    return [...siblingRows(mine, theirs, category), ...moveSiblingRows(mine, theirs, category), ...along].map(
      ({ name, draft }) => [`beside ${other}: ${name}`, draft] as const,
    );
  });
  const attempts = [
    ...rowsAs(
      [...ruleRows(kind, createAddress), ...moveRows(kind, createAddress)].map(({ name, draft }) => [name, draft]),
    ),
    ...tablesAs(planTables(kind).map(([title, attacks]) => [title, attacks, honest])),
    ...rowsAs([...loneRows(mine).map(({ name, draft }) => [name, draft] as const), ...siblings]),
  ];
  return { honest, attempts };
};

const CAMPAIGNS = CAMPAIGN_KINDS.flatMap(([kind, asset]) =>
  [false, true].map((isScript) => ({
    kind,
    asset,
    isScript,
    source: `airdrop-${isScript ? 'script-' : ''}${kind}-${asset === 'BCH' ? 'bch' : 'token'}`,
  })),
);

const airdropTrials = ({ kind, asset, isScript }: (typeof CAMPAIGNS)[number]): Trials => {
  const owner = isScript ? OF_A_SCRIPT : {};
  const honest = (kind === 'public' ? publicSpends : whitelistSpends)(asset, formOf(kind, owner));
  return { honest, attempts: [...rowsAs(airdropRows(kind, asset, owner)), ...tablesAs(commonTables(honest))] };
};

const lockTrials = (asset: LockAsset, canMove = false): Trials => {
  const honest = lockSpends(asset, canMove);
  const moves = canMove ? rowsAs(lockMoveRows(asset)) : [];
  return { honest, attempts: [...rowsAs(lockRows(asset, canMove)), ...moves, ...tablesAs(lockTables(asset, honest))] };
};

/** Rows of a treasury that its script refuses; one that was changed after signing is a transaction of no other contract. */
const treasuryTrials = (honest: readonly HonestSpend[], rows: readonly Row[]): Trials => ({
  honest,
  attempts: rows
    .filter(({ refusedBy }) => refusedBy === 'script')
    .map(({ attacker, name, tried }): Attempt => {
      const signed = 'transaction' in tried;
      return {
        name: `${attacker}: ${name}`,
        base: signed ? tried.draft : tried,
        make: () => (signed ? undefined : tried),
      };
    }),
});

const together = (all: readonly (readonly [of: string, trials: Trials])[]): Trials => ({
  honest: all.flatMap(([, { honest }]) => honest),
  attempts: all.flatMap(([of, { attempts }]) => attempts.map((each) => ({ ...each, name: `${of}: ${each.name}` }))),
});

const campaigns = (isMeant: (campaign: (typeof CAMPAIGNS)[number]) => boolean): Trials =>
  together(CAMPAIGNS.filter(isMeant).map((campaign) => [campaign.source, airdropTrials(campaign)]));

/**
 * Everything that the covenant of a source is tried with; a universal script with all that is tried beside it.
 *
 * @throws Error for a name that is not a source
 */
export const trialsOf = (source: string): Trials => {
  if (source === 'plan-clock' || source === 'plan-companion')
    return together(KINDS.map((kind) => [kind, planTrials(kind)]));
  if (source === 'companion') return campaigns(({ asset }) => asset === 'FUNGIBLE_TOKEN');
  if (source === 'airdrop-closer') return campaigns(({ isScript }) => isScript);
  if (source === 'vault') {
    const honest = vaultSpends();
    return { honest, attempts: tablesAs(vaultTables(honest)) };
  }
  if (source === 'purse-bch') return treasuryTrials(purseSpends('BCH'), purseRows('BCH'));
  if (source === 'purse-token') return treasuryTrials(purseSpends('FUNGIBLE_TOKEN'), purseRows('FUNGIBLE_TOKEN'));
  if (source === 'roster') return treasuryTrials(rosterSpends(), rosterRows());
  if (source === 'lock-bch') return lockTrials('BCH');
  if (source === 'lock-token') return lockTrials('FUNGIBLE_TOKEN');
  if (source === 'movable-lock-bch') return lockTrials('BCH', true);
  if (source === 'movable-lock-token') return lockTrials('FUNGIBLE_TOKEN', true);
  const campaign = CAMPAIGNS.find((each) => each.source === source);
  if (campaign !== undefined) return airdropTrials(campaign);
  const kind = KINDS.find((each) => `plan-${each}` === source);
  if (kind === undefined) throw new Error(`${source} is not a source`);
  return planTrials(kind);
};
