import { createContext } from 'react';

/** Has the connected wallet sign in, after which all is read again; undefined without a wallet. */
export const SignInContext = createContext<(() => Promise<void>) | undefined>(undefined);
