import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { Wallet } from '@weir/client';
import { useInfo } from '../api/services.js';
import type { Asset } from '../format/amount.js';
import layout from '../records/layout.module.css';
import { Button, classes } from '../ui/button.js';
import { Card, Facts } from '../ui/card.js';
import { LEAVING, usePageTitle, useTask } from '../ui/hooks.js';
import { Failed, Waiting } from '../ui/states.js';
import { Amount } from '../ui/values.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import styles from './form.module.css';
import { showFirstProblem } from './problems.js';

interface CreateColumnsProps {
  /** Label of the submit button. */
  readonly submit: string;
  readonly onSubmit: (event: SubmitEvent) => void;
  readonly isCreating: boolean;
  /** Shown while the record is being created. */
  readonly doing?: ReactNode;
  readonly error?: unknown;
  /** Shows the error. */
  readonly failure?: (error: unknown) => ReactNode;
  readonly fields: ReactNode;
  /** Preview of the record. */
  readonly preview: ReactNode;
}

/**
 * Layout of the pages that create a record: its terms, below them the submit button, and beside both the preview. There the preview may
 * appear and grow as it likes: it never moves the button away from under a click.
 */
export const CreateColumns = ({
  submit,
  onSubmit,
  isCreating,
  doing = <Waiting what="Storing the terms…" />,
  error,
  failure = (shown) => <Failed error={shown} />,
  fields,
  preview,
}: CreateColumnsProps) => {
  const connected = useWallet();
  return (
    <form className={styles['create']} onSubmit={onSubmit} noValidate>
      <div className={classes(layout['column'], styles['terms'])}>{fields}</div>
      <div className={classes(layout['column'], styles['preview'])}>{preview}</div>
      <div className={classes(layout['column'], styles['submit'])}>
        {error !== undefined && failure(error)}
        {connected === undefined ? (
          <Card title="Paid from">
            <p>Connect the wallet that will fund it. Creating costs nothing; funding is the next step.</p>
            <WalletButton />
          </Card>
        ) : (
          <Button type="submit" look="main" disabled={isCreating}>
            {submit}
          </Button>
        )}
        {isCreating && doing}
      </div>
    </form>
  );
};

/**
 * Handles the submit of a form that creates a record: problems show after the first submit, and nothing is sent twice.
 *
 * @param create creates the record and navigates to its page
 */
export const useCreate = <Terms,>(create: (terms: Terms, wallet: Wallet) => Promise<void>) => {
  const connected = useWallet();
  const [isSubmitted, setSubmitted] = useState(false);
  const { isRunning: isCreating, error, run, reset } = useTask();
  const submit = async (event: SubmitEvent, terms: Terms | undefined): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    if (terms === undefined) showFirstProblem(event.currentTarget);
    if (terms === undefined || connected === undefined) return;
    await run(async () => {
      await create(terms, connected.wallet);
      return LEAVING;
    });
  };
  return { isCreating, error, isSubmitted, submit, reset };
};

/**
 * Page that creates a record. It waits for the chain's time, which on a local chain may differ much from the user's clock.
 *
 * @param children called with the chain's time, Unix seconds
 */
export const NewPage = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: (now: number) => ReactNode;
}) => {
  usePageTitle(title);
  const { data, error } = useInfo();
  const clock = Math.floor(Date.now() / 1_000);
  return (
    <>
      <h1>{title}</h1>
      {data === undefined && error === null ? (
        <Waiting what="Loading the chain’s time…" />
      ) : (
        children(data?.chain?.asOf ?? clock)
      )}
    </>
  );
};

interface CostsProps {
  /** Label of the total that goes to recipients. */
  readonly what: string;
  readonly total: bigint;
  readonly of: Asset;
  /** Whether a vault pays rather than the user. */
  readonly isByVault: boolean;
  readonly funding: {
    readonly amountBase: bigint;
    readonly reserveBase: bigint;
    readonly networkFeeEstimateBase: bigint;
  };
}

/** Shows the costs of a funding. */
export const Costs = ({ what, total, of, isByVault, funding }: CostsProps) => {
  const isBch = (typeof of === 'string' ? of : of.token_type) === 'BCH';
  const amount = <Amount base={total} of={of} />;
  const bch = <Amount base={funding.amountBase + funding.networkFeeEstimateBase} of="BCH" />;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [what, amount],
    [
      'Locked for fees',
      <span key="r">
        <Amount base={funding.reserveBase} of="BCH" /> (pays claims; what is left returns to{' '}
        {isByVault ? 'the vault' : 'you'})
      </span>,
    ],
    ['Network fee, about', <Amount key="f" base={funding.networkFeeEstimateBase} of="BCH" />],
    [
      isByVault ? 'The vault pays, about' : 'You pay, about',
      <strong key="t">
        {!isBch && <>{amount} and </>}
        {bch}
      </strong>,
    ],
  ];
  return <Facts facts={facts} />;
};
