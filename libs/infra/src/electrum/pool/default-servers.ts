import type { Network } from '@weir/covenants';

/** Public servers of each network. The local networks have none. */
const DEFAULTS: Readonly<Record<Network, readonly string[]>> = {
  mainnet: ['wss://bch.imaginary.cash:50004', 'wss://electrum.imaginary.cash:50004', 'wss://blackie.c3-soft.com:50004'],
  chipnet: ['wss://chipnet.imaginary.cash:50004', 'wss://chipnet.bch.ninja:50004', 'wss://blackie.c3-soft.com:64004'],
  testnet3: [
    'wss://testnet.bitcoincash.network:60004',
    'wss://tbch.loping.net:60004',
    'wss://blackie.c3-soft.com:60004',
  ],
  testnet4: ['wss://testnet4.imaginary.cash:50004'],
  regtest: [],
  devnet: [],
};

/** Returns the default Electrum servers of a network. */
export const defaultElectrumUrls = (network: Network): readonly string[] => DEFAULTS[network];
