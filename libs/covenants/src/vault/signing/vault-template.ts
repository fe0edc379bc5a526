import { TransactionBuilder, type Unlocker, type WcTransactionObject } from 'cashscript';
import { offlineProvider } from '../../contract/offline-provider.js';
import type { VaultProposal } from '../proposal/vault-proposal.js';
import { shownState } from '../vault-coin.js';
import { encodeFollowing, encodeSpending, type KeyAndSignature } from './vault-unlocking.js';

/** Stands where another signer's part will stand. Not zeros: those are what a wallet fills. */
const FILLER: KeyAndSignature = { publicKey: new Uint8Array(33).fill(1), signature: new Uint8Array(65).fill(1) };

/** What stands in the two places of input 0. */
export interface SignaturePlaces {
  readonly first: KeyAndSignature;
  readonly second: KeyAndSignature;
}

export const NOBODY_SIGNED: SignaturePlaces = { first: FILLER, second: FILLER };

/** An unlocker that names the function to wallets, with bytecode of our own. */
const withBytecode = (unlocker: Unlocker, bytecode: Uint8Array): Unlocker => ({
  ...unlocker,
  generateUnlockingBytecode: () => bytecode,
});

type SourceOutput = WcTransactionObject['sourceOutputs'][number];

/**
 * A source output as light as wallets can use it: of a coin nobody signs they read the contract's name and no more of the
 * artifact, which would make a request of 200 coins weigh a megabyte, twice what it does.
 */
const light = (source: SourceOutput, index: number): SourceOutput => {
  const { contract } = source;
  if (index === 0 || contract === undefined) return source;
  return {
    ...source,
    contract: { ...contract, artifact: { ...contract.artifact, abi: [], bytecode: '', constructorInputs: [] } },
  };
};

/** Whether a close ends a state that has units of its category: the covenant lets none of them pass. */
const burnsUnits = ({ kind, coins: [first] }: VaultProposal): boolean =>
  kind === 'close' && first?.token !== undefined && first.token.amount > 0n && shownState(first) !== undefined;

/** A proposal as a transaction with its source outputs, these keys and signatures in their places. */
export const templateOf = (
  proposal: VaultProposal,
  slots: SignaturePlaces,
  userPrompt: string,
): WcTransactionObject => {
  const { contract, coins, outputs } = proposal;
  const { unlock } = contract.script;
  const { publicKey, signature } = FILLER;
  const leader = withBytecode(
    unlock.spend(publicKey, signature, publicKey, signature),
    encodeSpending(contract, slots.first, slots.second),
  );
  const follower = withBytecode(unlock.follow(), encodeFollowing(contract));
  const builder = new TransactionBuilder({
    provider: offlineProvider(contract.network),
    allowImplicitFungibleTokenBurn: burnsUnits(proposal),
  });
  const [first, ...behind] = coins;
  if (first !== undefined) builder.addInput(first, leader);
  for (const { utxo, lockingBytecode, unlockingBytecode } of proposal.filled) {
    builder.addInput(utxo, {
      generateLockingBytecode: () => lockingBytecode,
      generateUnlockingBytecode: () => unlockingBytecode,
    });
  }
  for (const coin of behind) builder.addInput(coin, follower);
  builder.setLocktime(Number(proposal.locktime));
  const request = builder.addOutputs([...outputs]).generateWcTransactionObject({ broadcast: false, userPrompt });
  return { ...request, sourceOutputs: request.sourceOutputs.map(light) };
};
