import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../../api/services.js';
import { durationText } from '../../format/time.js';
import { t } from '../../language/text.js';
import { Button } from '../../ui/button.js';
import dialog from '../../ui/dialog.module.css';
import { Row } from '../../ui/layout.js';
import { Stack } from '../../ui/layout.js';

const DAY = 86_400;
const TEN_BCH = 1_000_000_000n;
/** How far the clock may be set on, seconds. */
const STEPS = [3_600, DAY, 30 * DAY];

/** Controls of the local chain: faucet, mining and time. */
export const LocalChain = ({ address }: { readonly address: string | undefined }) => {
  const { dev } = useServices().weir;
  const client = useQueryClient();
  const [said, setSaid] = useState('');
  const run = async (doing: string, done: string, act: () => Promise<unknown>): Promise<void> => {
    setSaid(doing);
    try {
      await act();
      setSaid(done);
      await client.invalidateQueries();
    } catch (error) {
      setSaid(
        t('{problem}. Is npm start still running?', {
          problem: error instanceof Error ? error.message : t('The local chain does not answer'),
        }),
      );
    }
  };
  /** Pays from the faucet and mines a block, so that the payment is confirmed at once. */
  const pay = async (to: string): Promise<void> => {
    await dev.faucet(to, TEN_BCH);
    await dev.mine();
  };
  return (
    <Stack as="section" gap={10} align="start" className={dialog['part']}>
      <Row gap={8}>
        {address !== undefined && (
          <Button small onClick={() => void run(t('Paying…'), t('10 BCH are in the wallet.'), () => pay(address))}>
            {t('Get 10 BCH')}
          </Button>
        )}
        <Button small onClick={() => void run(t('Mining…'), t('A block was mined.'), () => dev.mine())}>
          {t('Mine a block')}
        </Button>
      </Row>
      <Row gap={8}>
        {STEPS.map((seconds) => (
          <Button
            key={seconds}
            small
            onClick={() =>
              void run(
                t('Letting time pass…'),
                t('{label} passed on the chain.', { label: durationText(seconds) }),
                () => dev.passTime(seconds),
              )
            }
          >
            {t('Let {label} pass', { label: durationText(seconds) })}
          </Button>
        ))}
      </Row>
      <p role="status">{said}</p>
    </Stack>
  );
};
