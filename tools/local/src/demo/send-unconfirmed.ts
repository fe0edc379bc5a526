import type { StreamHandle } from '@weir/client';
import type { Wallet } from '@weir/wallet';
import { showHash, type Fixture } from './fixture.js';

/** Funds a stream without confirming it: the user closes the page once the wallet has broadcast the transaction. */
export const sendUnconfirmed = async (fixture: Fixture, sender: Wallet, stream: StreamHandle): Promise<void> => {
  const page = new AbortController();
  const closing = new Error('The page is closed');
  const show = showHash(fixture);
  await stream
    .fund(sender, {
      signal: page.signal,
      onProgress(progress) {
        show(progress);
        if (progress.step === 'confirming') page.abort(closing);
      },
    })
    .catch((error: unknown) => {
      if (error !== closing) throw error;
    });
};
