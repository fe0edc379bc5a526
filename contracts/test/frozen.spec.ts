import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/**
 * An address commits to its script, so an artifact that changes by a byte is another contract. SHA-256 of each committed
 * artifact: a new covenant gets a new file and a new line, no line is ever edited.
 */
const DIGESTS = {
  'airdrop-closer': '2269a2d4bc40f138fe762b6c6ea99ed763f9b509bba3ed99f639334d91ecae98',
  'airdrop-public-bch': '7f7307139de79d54c283da76f60b5102fee95f43b08a20d61fda026fa59c0f82',
  'airdrop-public-token': '89768cf64e8dd41f2918d831feb3eca5c49f52e53d57ff8e5d70626c768074df',
  'airdrop-script-public-bch': '62419f67a03d951f818b8cca41dcaed48d93005ec59d91cfd9df72ca1f933c8e',
  'airdrop-script-public-token': 'fd75d99c31119bcf414cebdccc16211337b331fe935389cf3cf00bbde9cbc84b',
  'airdrop-script-vested-bch': 'cadb4433b94edb99117a19296f427fd460d6605a19cd87fc396af33dac2bd416',
  'airdrop-script-vested-token': 'c3cc28bf612af773e63d4b2662447bdaa5260b961eaa48707864f4656024c035',
  'airdrop-script-whitelist-bch': '95c5d65df5e0d9c6508ba0b1b0ab7848f56713acca15560e26324370085d12d2',
  'airdrop-script-whitelist-token': '4c5b9b99d0afc3c9c48b73b151762b1706fa0964124fc1dbe4ca81b7b6c7da0b',
  'airdrop-vested-bch': 'fa49ae8786fcb3760981e44c352a5c8f3b79d6a9288e70e8036cd985f6755846',
  'airdrop-vested-token': '8408f56c2f00e8b9c364a30c17815a90f1cbb70f40a3bba10ef2582ebae69e52',
  'airdrop-whitelist-bch': 'bd68b237226dd43745bc6d4cac576b1a626cab711f48bf6b905d87daba682ed8',
  'airdrop-whitelist-token': 'e37d709ee5e8807b93362f74d31b115faa1921f6d4aef62631a799a3e8b74bce',
  companion: '2432a288afae677388411db32a557a90353332af711e519be8d540a20df93ed0',
  'lock-bch': '820dd43755c9f4c1062d70cd5933ae30df59327697b9a351ee6a58d543ff2563',
  'lock-token': '949cf031dc7962a2efaf04dc8b1c023f944de9d182fe796cb46594f30e98568e',
  'plan-clock': 'f03d9f85701fce96ab1f42562e860e7f6a523a25a52426a7136c7014c7b682b0',
  'plan-companion': 'dcb519ba92d64b4a116e2b0a02f316e312db3159c0fe8f09ed4010b95c8f8a64',
  'plan-recurring-bch': 'fc2e83e59fad1f58da0a8d2863bcb976bf78f06e9c066c19c5f231f5dc7fe779',
  'plan-recurring-token': '57c7a5688e7210ef72b67c29dcbc6c1d010bd23fd4bcbbb3e67f42108fa20218',
  'plan-vesting-bch': '99af47e7e919d5ea87944c5aaba8469215bd69bc24d51d548a115cc446feac24',
  'plan-vesting-token': 'cd9df2539ede930303ab69bc7e5df63099c356df46318744b889fb196c04e6fe',
  vault: '18fe488d0cc6a159df2d27952180d9c9f89a378e50f3f56a5cbf48c4e9eda59b',
} as const;

describe('committed artifacts', () => {
  it.each(Object.entries(DIGESTS))('%s is pinned byte for byte', async (name, digest) => {
    const file = await readFile(new URL(`../src/artifacts/${name}.ts`, import.meta.url));
    expect(createHash('sha256').update(file).digest('hex')).toBe(digest);
  });
});
