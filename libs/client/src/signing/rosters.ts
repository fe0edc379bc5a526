import { DEFAULT_QUIET_BLOCKS, DEFAULT_REVIEW_BLOCKS } from '@weir/kinds';
import { type AskedEffect, Difference, guardianHashOf } from '@weir/verify';
import { isSameAddress } from '../shared/address.js';
import type { Answered } from '../shared/amounts.js';
import type { ExchangeTerms, RecoveryTerms, VaultTerms } from '../types/vaults.types.js';
import { assertMatches, assertParty } from './expected-records.js';
import type { Expectation, Scene } from './scene.js';

type StoredExchange = NonNullable<Answered<'Proposal'>['exchange']>;
type StoredRoster = NonNullable<Answered<'GetVaultResponse'>['roster']>;

/** Terms that name a guardian. */
interface Guarded {
  readonly guardian?: string | null | undefined;
  readonly noGuardian?: boolean | null | undefined;
}

/** Compares the guardian that the service stored with the requested one; the hash is what the chain will hold. */
const assertGuardian = (
  { network }: Scene,
  stored: { readonly guardianHash: string | null },
  { guardian, noGuardian }: Guarded,
): void => {
  if (noGuardian === true) assertMatches('guardian', stored.guardianHash, null);
  else if (guardian !== undefined && guardian !== null)
    assertMatches('guardian', stored.guardianHash, guardianHashOf(guardian, network));
};

/** Compares the guardian and the delays that the service stored with the requested ones; what nobody named is not compared. */
const assertPolicy = (
  scene: Scene,
  stored: StoredExchange,
  own: Guarded & { readonly quietBlocks?: number | null; readonly reviewBlocks?: number | null },
): void => {
  assertGuardian(scene, stored, own);
  if (typeof own.quietBlocks === 'number') assertMatches('silence', stored.quietBlocks, own.quietBlocks);
  if (typeof own.reviewBlocks === 'number') assertMatches('time to stop', stored.reviewBlocks, own.reviewBlocks);
};

const assertSigners = (stored: readonly string[], requested: readonly string[]): void => {
  assertMatches('number of signers', stored.length, requested.length);
  for (const [place, signer] of requested.entries()) assertParty('signer', stored[place] ?? '', signer);
};

/** The members that follow, as a wallet is to agree to them. */
const membersOf = (
  { network }: Scene,
  {
    guardian,
    guardianHash,
    quietBlocks: quiet,
    reviewBlocks: review,
  }: Pick<StoredRoster, 'guardian' | 'guardianHash' | 'quietBlocks' | 'reviewBlocks'>,
  signers: readonly string[],
) => ({
  signers,
  ...(guardian !== null && { guardian }),
  guardianHash: guardianHash ?? guardianHashOf(undefined, network),
  quiet,
  review,
});

/**
 * Asks for the deposit that opens a roster: its members are in the transaction, and its address follows from a coin.
 *
 * @param own what this client requested
 */
export const rosterOpening = (
  scene: Scene,
  {
    signers,
    roster,
    isListed,
  }: { readonly signers: readonly string[]; readonly roster: StoredRoster; readonly isListed: boolean },
  satoshis: bigint,
  own: VaultTerms | undefined,
): Expectation => {
  const asked = own?.roster ?? {};
  if (own !== undefined) {
    assertSigners(signers, own.signers);
    if (asked.guardian === undefined || asked.guardian === null) assertMatches('guardian', roster.guardianHash, null);
    assertGuardian(scene, roster, asked);
    assertMatches('silence before a recovery', roster.quietBlocks, asked.quietBlocks ?? DEFAULT_QUIET_BLOCKS);
    assertMatches('time to stop a recovery', roster.reviewBlocks, asked.reviewBlocks ?? DEFAULT_REVIEW_BLOCKS);
  }
  return {
    effects: [{ kind: 'OPENS_ROSTER', satoshis, isListed, ...membersOf(scene, roster, signers) }],
    isRequested: own !== undefined,
  };
};

/**
 * Asks for an exchange. What the caller did not ask to change must be as the state before it says, which the chain shows.
 *
 * @param own what this client requested; undefined where another proposed it, and somebody must read it
 */
export const exchangeEffect = (
  scene: Scene,
  stored: StoredExchange,
  vault: string,
  own: ExchangeTerms | undefined,
): AskedEffect => {
  const after = membersOf(scene, stored, stored.signers);
  const change = { kind: 'CHANGES_ROSTER', vault, ...after } as const;
  const { leaves, joins } = stored;
  const seat = { leaves: leaves ?? undefined, joins: joins ?? undefined };
  if (own === undefined) return { ...change, ...seat };
  assertMatches('exchange of a signer', leaves === null, own.leaves === undefined || own.leaves === null);
  assertParty('signer who leaves', leaves ?? '', own.leaves);
  assertParty('signer who joins', joins ?? '', own.joins);
  assertPolicy(scene, stored, own);
  const keepsGuardian = own.noGuardian !== true && (own.guardian === undefined || own.guardian === null);
  const before = {
    signers:
      leaves === null || joins === null
        ? after.signers
        : after.signers.map((signer) => (isSameAddress(signer, joins) ? leaves : signer)),
    ...(keepsGuardian && { guardianHash: after.guardianHash }),
    ...(typeof own.quietBlocks !== 'number' && { quiet: after.quiet }),
    ...(typeof own.reviewBlocks !== 'number' && { review: after.review }),
  };
  return { ...change, ...seat, before };
};

/** Asks for the end of a recovery. @param own what this client requested */
export const recoveryEnd = (
  scene: Scene,
  stored: StoredExchange,
  vault: string,
  own: RecoveryTerms | undefined,
): AskedEffect => {
  if (own !== undefined) {
    assertSigners(stored.signers, own.signers);
    assertPolicy(scene, stored, own);
  }
  return { kind: 'ENDS_RECOVERY', vault, ...membersOf(scene, stored, stored.signers) };
};

/** Asks for the call of a recovery, or for a veto: neither moves money, nor changes anything else. */
export const recoveryStep = (vault: string, move: 'CALL' | 'VETO' | undefined): Expectation => {
  if (move === undefined) throw new Difference('OTHER_TERMS', 'Nobody said whether to call or to stop a recovery');
  return { effects: [{ kind: 'STEPS_RECOVERY', move, vault }], isRequested: true };
};
