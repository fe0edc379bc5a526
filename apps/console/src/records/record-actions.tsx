import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClaimOptions, ProposalSubject, Wallet } from '@weir/client';
import { useVerb } from '../actions/use-verb.js';
import { type Offer, VerbBar } from '../actions/verb-bar.js';
import { Card } from '../ui/card.js';
import { Time } from '../ui/values.js';
import { SentByVault } from '../vaults/propose-bar.js';
import type { VaultMove } from '../vaults/vault-moves.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';

/** Satoshis for 1,000 bytes: several times what a contract pays by itself. */
const HIGHER_FEE_RATE = 10_000;

/** Returns the options of a claim, by whether its recipient pays a higher fee. */
const feeOptions = (isHigher: boolean): { readonly feeRate?: number } => (isHigher ? { feeRate: HIGHER_FEE_RATE } : {});

/** Offers to pay a claim's fee from the wallet, so that it is mined before a notice ends though blocks are full. */
const HigherFee = ({
  isHigher,
  onChange,
}: {
  readonly isHigher: boolean;
  readonly onChange: (isHigher: boolean) => void;
}) => (
  <label>
    <input type="checkbox" checked={isHigher} onChange={({ target }) => onChange(target.checked)} /> Pay a fee of{' '}
    {HIGHER_FEE_RATE / 1_000} satoshis a byte from my wallet, if blocks are full before the notice ends
  </label>
);

/** What parties can do with a stream or a payment. */
export type RecordVerb = 'fund' | 'claim' | 'push' | 'pause' | 'resume' | 'cancel' | 'refund';

/** What the user can do with a record now, and what they are told. */
export interface RecordChoices<Verb extends RecordVerb> {
  readonly meaning: string;
  /** Whether to ask for a wallet. */
  readonly needsWallet: boolean;
  readonly verbs: readonly Verb[];
  /** What members can propose, where the sender is a vault. */
  readonly proposals: readonly VaultMove[];
  /** When the next change happens, Unix seconds. */
  readonly nextAt?: number | undefined;
}

interface RecordActionsProps<Verb extends RecordVerb> {
  readonly product: 'stream' | 'payment';
  readonly record: { readonly id: string; readonly vault_id: string | null; readonly status: string };
  readonly subject: ProposalSubject;
  readonly choices: RecordChoices<Verb>;
  /** Returns the button of a verb and its confirmation. */
  readonly offerOf: (verb: Verb) => Offer<Verb>;
  readonly act: (verb: Verb, wallet: Wallet | undefined, options: ClaimOptions) => Promise<unknown>;
}

/** Returns the label of the verbs that are the same for all products. @param due amount with its unit */
export const commonOffer = <Verb extends 'fund' | 'claim' | 'push' | 'refund'>(
  verb: Verb,
  due: string,
): Offer<Verb> => {
  switch (verb) {
    case 'fund':
      return { verb, label: 'Fund it' };
    case 'claim':
      return { verb, label: `Claim ${due}` };
    case 'push':
      return { verb, label: `Pay ${due} to the recipient`, look: 'plain' };
    default:
      return { verb, label: 'Return the rest to the sender' };
  }
};

/** Shows what the user can do with a stream or a payment now, or who can, and when. */
export const RecordActions = <Verb extends RecordVerb>({
  product,
  record: { id, vault_id, status },
  subject,
  choices,
  offerOf,
  act,
}: RecordActionsProps<Verb>) => {
  const connected = useWallet();
  const [isHigherFee, setIsHigherFee] = useState(false);
  const client = useQueryClient();
  const of = { product, id } as const;
  const verbs = {
    fund: useVerb({ ...of, verb: 'fund' }),
    claim: useVerb({ ...of, verb: 'claim' }),
    push: useVerb({ ...of, verb: 'push' }),
    resume: useVerb({ ...of, verb: 'resume' }),
    pause: useVerb({ ...of, verb: 'pause' }),
    cancel: useVerb({ ...of, verb: 'cancel' }),
    refund: useVerb({ ...of, verb: 'refund' }),
  };
  const run = async (verb: Verb): Promise<void> => {
    await verbs[verb].run(connected?.wallet, (wallet, options) =>
      act(verb, wallet, verb === 'claim' ? { ...options, ...feeOptions(isHigherFee) } : options),
    );
    await client.invalidateQueries({ queryKey: ['record', id] });
  };
  const isClaimable = choices.verbs.some((verb) => verb === 'claim');
  const mayNeedFee = isClaimable && (status === 'CANCELLED' || status === 'PAUSED');
  const offered = choices.verbs.filter((verb) => verb !== 'fund' || connected !== undefined);
  return (
    <Card title="Next step">
      <p>{choices.meaning}</p>
      {choices.nextAt !== undefined && (
        <p>
          Ends <Time at={choices.nextAt} ago />.
        </p>
      )}
      {connected === undefined && choices.needsWallet && <WalletButton />}
      <SentByVault id={id} vaultId={vault_id} subject={subject} moves={choices.proposals} />
      {mayNeedFee && <HigherFee isHigher={isHigherFee} onChange={setIsHigherFee} />}
      <VerbBar verbs={verbs} offers={offered.map((verb) => offerOf(verb))} onRun={(verb) => void run(verb)} />
    </Card>
  );
};
