import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.js';
import dialog from '../ui/dialog.module.css';
import { createDevKit, type DevKit } from './dev-kit.js';

const DAY = 86_400;
const STEPS: readonly (readonly [label: string, seconds: number])[] = [
  ['1 hour', 3_600],
  ['1 day', DAY],
  ['30 days', 30 * DAY],
];

/** Coins and time of the local chain, for trying things out. */
export const LocalChain = ({ url, address }: { readonly url: string; readonly address: string | undefined }) => {
  const kit = createDevKit(url);
  const client = useQueryClient();
  const [said, setSaid] = useState('');
  const run = async (doing: string, done: string, act: (kit: DevKit) => Promise<void>): Promise<void> => {
    setSaid(doing);
    try {
      await act(kit);
      setSaid(done);
      await client.invalidateQueries();
    } catch (error) {
      setSaid(
        `${error instanceof Error ? error.message : 'The local chain does not answer'}. Is npm start still running?`,
      );
    }
  };
  return (
    <section className={dialog['part']}>
      <h3>Local chain</h3>
      <div className={dialog['row']}>
        {address !== undefined && (
          <Button small onClick={() => void run('Paying…', '10 BCH are in the wallet.', (one) => one.fund(address))}>
            Get 10 BCH
          </Button>
        )}
        <Button small onClick={() => void run('Mining…', 'A block was mined.', (one) => one.mine(1))}>
          Mine a block
        </Button>
      </div>
      <div className={dialog['row']}>
        {STEPS.map(([label, seconds]) => (
          <Button
            key={label}
            small
            onClick={() => void run('Letting time pass…', `${label} passed on the chain.`, (one) => one.pass(seconds))}
          >
            Let {label} pass
          </Button>
        ))}
      </div>
      <p role="status">{said}</p>
    </section>
  );
};
