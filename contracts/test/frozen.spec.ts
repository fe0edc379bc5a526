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
  'airdrop-script-vested-bch': 'c9dfc3260b8f65965a6e6e0fd109dc13922fea3880c7428d9212fb27dceb5a7e',
  'airdrop-script-vested-token': '77767680d3b09808d33918e3b9055dd01abec574a67607a0f56b2d899b4d63ed',
  'airdrop-script-whitelist-bch': '95c5d65df5e0d9c6508ba0b1b0ab7848f56713acca15560e26324370085d12d2',
  'airdrop-script-whitelist-token': '4c5b9b99d0afc3c9c48b73b151762b1706fa0964124fc1dbe4ca81b7b6c7da0b',
  'airdrop-vested-bch': '43fa1ce321688a89eef5eedfed4cb306ae1c1882dda7765b8ed96c23527dac01',
  'airdrop-vested-token': '58bec9442ea95744b9b5eb7f3d681c14aac386039a57c39f808acd5c2ad8be68',
  'airdrop-whitelist-bch': 'bd68b237226dd43745bc6d4cac576b1a626cab711f48bf6b905d87daba682ed8',
  'airdrop-whitelist-token': 'e37d709ee5e8807b93362f74d31b115faa1921f6d4aef62631a799a3e8b74bce',
  companion: '2432a288afae677388411db32a557a90353332af711e519be8d540a20df93ed0',
  'lock-bch': 'b18a964dc2bec64c69e1eb80178267dbc7623895d620ad0c78b9e0217a21e469',
  'lock-token': '95a2a7241c5a2c8e956ff856459a587ab4ecdc9591ec63dc43c15009cbf844c1',
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
