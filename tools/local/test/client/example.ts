import type { Wallet, Weir } from '@weir/client';

/** What the examples of the client's README take as given; `test/readme.spec.ts` gives it, on a local stack. */
export declare const weir: Weir;
/** Who pays, with coins; also the first of a vault's signers. */
export declare const sender: Wallet & { readonly address: string };
export declare const recipient: Wallet & { readonly address: string };
/** The other two signers of a vault. */
export declare const bob: Wallet;
export declare const carol: Wallet;
/** Of the three. */
export declare const addresses: readonly string[];
export declare const publicKeys: readonly string[];
/** Of an event, before something happened to the recipient. */
export declare const lastSeen: string;
/** Of some stream. */
export declare const someId: string;
/** The chain's median time, Unix seconds. */
export declare function chainTime(): Promise<number>;
export declare function passDays(days: number): Promise<void>;
export declare function mine(blocks: number): Promise<void>;
/** Waits until the service has settled a payment's pause. */
export declare function settled(paymentId: string): Promise<void>;
