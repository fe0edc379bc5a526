import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/**
 * Money lies in contracts of these scripts, and in addresses that commit to them: an artifact that changes by a byte is
 * another contract. SHA-256 of the committed files as they were when each was first deployed; a new covenant gets a new
 * file and a new line, none of these is ever edited.
 */
const DEPLOYED = {
  'airdrop-public-bch': '7f7307139de79d54c283da76f60b5102fee95f43b08a20d61fda026fa59c0f82',
  'airdrop-public-token': '89768cf64e8dd41f2918d831feb3eca5c49f52e53d57ff8e5d70626c768074df',
  'airdrop-whitelist-bch': 'bd68b237226dd43745bc6d4cac576b1a626cab711f48bf6b905d87daba682ed8',
  'airdrop-whitelist-token': 'e37d709ee5e8807b93362f74d31b115faa1921f6d4aef62631a799a3e8b74bce',
  clock: '304afe5b5225ce88e2356a5df1df82ed419f439d0689176f73b1dd8f2716cb26',
  companion: '2432a288afae677388411db32a557a90353332af711e519be8d540a20df93ed0',
  'recurring-bch': '742b17d23fb42431c31152d3440c7007444f486e253caa177730e3d2767bc4c9',
  'recurring-token': '8b90ff7aa45bcdb2f07d6d5f594ba2140d114e3be67dd201c06eedd1d4c91588',
  vault: '18fe488d0cc6a159df2d27952180d9c9f89a378e50f3f56a5cbf48c4e9eda59b',
  'vesting-bch': '88c6f42266936e2f5d07cb8941374e4456f8f6f2ccbddddfd88c4d553a597a85',
  'vesting-token': '2469fd7af516e220f2bc5d1469152a73167b5b6e14e5609f35ebc2bce579c3a9',
} as const;

describe('artifacts of deployed covenants', () => {
  it.each(Object.entries(DEPLOYED))('%s is the one that was deployed, byte for byte', async (name, digest) => {
    const file = await readFile(new URL(`../src/artifacts/${name}.ts`, import.meta.url));
    expect(createHash('sha256').update(file).digest('hex')).toBe(digest);
  });
});
