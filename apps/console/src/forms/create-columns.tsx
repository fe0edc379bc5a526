import type { ReactNode, SubmitEvent } from 'react';
import layout from '../records/layout.module.css';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Failed, Waiting } from '../ui/states.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';

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

/** Layout of the pages that create a record: its terms, and beside them their preview and the submit button. */
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
    <form className={layout['columns']} onSubmit={onSubmit} noValidate>
      <div className={layout['column']}>{fields}</div>
      <div className={layout['column']}>
        {preview}
        {error !== undefined && failure(error)}
        {connected === undefined ? (
          <Card title="Who pays?">
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
