import { useState } from 'react';
import type { SignerKey } from './signer-key.js';

interface KeyState {
  readonly key?: SignerKey;
  readonly error?: unknown;
  readonly isRunning: boolean;
}

/** Returns a function that asks a wallet for its public key, with the state of that request. */
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
