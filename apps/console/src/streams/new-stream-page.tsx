import { useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useInfo } from '../api/info.js';
import { useServices } from '../api/services.js';
import { usePageTitle } from '../app/page-title.js';
import layout from '../records/layout.module.css';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Failed, Waiting } from '../ui/states.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { newDraft, readDraft } from './stream-draft.js';
import { StreamForm } from './stream-form.js';
import { StreamPreview } from './stream-preview.js';

/** Its terms, and beside them what they come to. */
const Form = ({ now }: { readonly now: number }) => {
  const { weir } = useServices();
  const connected = useWallet();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => newDraft(now));
  const [isTried, setTried] = useState(false);
  const [state, setState] = useState<{ readonly error?: unknown; readonly isCreating: boolean }>({ isCreating: false });
  const read = readDraft(draft);

  const create = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if ('problems' in read || connected === undefined) return;
    setState({ isCreating: true });
    try {
      const { id } = await weir.streams.create(read.terms, connected.wallet);
      await navigate({ to: '/streams/$id', params: { id } });
    } catch (error) {
      setState({ error, isCreating: false });
    }
  };
  return (
    <form className={layout['columns']} onSubmit={(event) => void create(event)} noValidate>
      <div className={layout['column']}>
        <Card title="Terms">
          <StreamForm draft={draft} onChange={setDraft} problems={isTried && 'problems' in read ? read.problems : {}} />
        </Card>
      </div>
      <div className={layout['column']}>
        <StreamPreview terms={'terms' in read ? read.terms : undefined} />
        {state.error !== undefined && <Failed error={state.error} />}
        {connected === undefined ? (
          <Card title="Who pays?">
            <p>Connect the wallet that will fund it. Creating costs nothing; funding is the next step.</p>
            <WalletButton />
          </Card>
        ) : (
          <Button type="submit" look="main" disabled={state.isCreating}>
            Create stream
          </Button>
        )}
        {state.isCreating && <Waiting what="Storing the terms…" />}
      </div>
    </form>
  );
};

/** Making a stream. It begins with the chain's time, which a local chain's may be far from the reader's clock. */
const NewStreamPage = () => {
  usePageTitle('New stream');
  const { data, error } = useInfo();
  const clock = Math.floor(Date.now() / 1_000);
  return (
    <>
      <h1>New stream</h1>
      {data === undefined && error === null ? (
        <Waiting what="Asking for the chain’s time…" />
      ) : (
        <Form now={data?.chain?.asOf ?? clock} />
      )}
    </>
  );
};

export default NewStreamPage;
