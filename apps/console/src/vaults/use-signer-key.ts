import { useState } from 'react';
import type { SignerKey } from './signer-key.js';

interface KeyState {
  readonly key?: SignerKey;
  readonly error?: unknown;
  readonly isRunning: boolean;
}

/** Asking a wallet for its key: how that stands. */
export const useSignerKey = () => {
  const [state, setState] = useState<KeyState>({ isRunning: false });
  const ask = async (read: () => Promise<SignerKey>): Promise<SignerKey | undefined> => {
    setState({ isRunning: true });
    try {
      const key = await read();
      setState({ key, isRunning: false });
      return key;
    } catch (error) {
      setState({ error, isRunning: false });
      return undefined;
    }
  };
  return { state, ask };
};
