import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/**
 * An address commits to its script, so an artifact that changes by a byte is another contract. SHA-256 of each committed
 * artifact: a new covenant gets a new file and a new line, no line is ever edited.
 */
const DIGESTS = {
  'airdrop-closer': '2269a2d4bc40f138fe762b6c6ea99ed763f9b509bba3ed99f639334d91ecae98',
  'airdrop-public-bch': '45a93a69040b577bc6b0a21f4b3eeb7b25255ec2c8527a530226a7d2f1da7619',
  'airdrop-public-token': '1806be339df8ba027dac86f34b79686d9c6bd0e8b85dad002aaddc3e37e8f8df',
  'airdrop-script-public-bch': 'deb65d4b8717198a7620da3e4efd59907c7ae506f656b3c0bd87f48c37711784',
  'airdrop-script-public-token': '9e28af3bc635587ed858f6a0ed8b106a4a11fd8ecf9b66fd5f8bb1bc3c8a6c65',
  'airdrop-script-vested-bch': '5a012fe1a9df90543ec73ec2d5f6159f70543cfdaec0999fa8613a23cac68195',
  'airdrop-script-vested-token': 'bfa8c177619e67047d069c4f943fa561e0d435a29490aa3faec3cad693beaec1',
  'airdrop-script-whitelist-bch': '25ec7e5ed29246e26b6e9121e8dab874438585cb53158711d3f2eaa0e36bdb3d',
  'airdrop-script-whitelist-token': '131816f0b4e0c76f2f7de303c76ea8d3d853d5109bdcc25a2235c4b2cbd9cd26',
  'airdrop-vested-bch': '5d122ca41dafeecd4e590e48d2bde077d7f59d51c4f3e3fb0d57ff33c85497a9',
  'airdrop-vested-token': '6f566e5c1d5ba04f2fbd23dfce4c188b7cd076fb0ac7f6e620472eb6c35bf4dd',
  'airdrop-whitelist-bch': '804205c269e0767bdad4fbf3d43984a8bc2ee70f6bd89bde5ac7e7a47a37affc',
  'airdrop-whitelist-token': 'e7195c0c4999ab20c98a56c851f71a25bc28d50540659a7c427672dbf3473469',
  'calendar-recurring-bch': '1eb5778be712a4c7aede3f9eda14d08177eacbcbf443942079f379f02f67724d',
  'calendar-recurring-bch-twice': '6edbdf47f9bed0e35d47f4e8d786a88fb6317832d0717c3a42a52fea834898e4',
  'calendar-recurring-token': 'ec694eb130a2d9d9a8372a5eddbed310b32c5833a9f9ae3decf253e86d61cb5e',
  'calendar-recurring-token-twice': '38e7d21950a55e85d9d27a63116b2f4201563a9bd03fcc0f50c64726c867efb1',
  'calendar-vesting-bch': 'f77b781aeb548227d842e5abb7a81beba9822c223229b5b582045d507c4dab0e',
  'calendar-vesting-token-back-loaded': 'a55dc6a511ab350e225adebc2c47665a551bfe23711cf57e77001765fa718b74',
  'calendar-vesting-token-back-loaded-to-single-tranche':
    'f3a31f250d118a0cf4eb1948454ddbe03115e10021486a384b21311fd3acbec2',
  'calendar-vesting-token-cumulative-round-down': '1ee11f827399fdaaa2e326ffb0ae2337ceacf6e053ca6ba147c09832a2d284bb',
  'calendar-vesting-token-cumulative-rounding': 'ed743de7fdca2f088912f60653e0182051b966f72d7c7b783034d57af866e855',
  'calendar-vesting-token-front-loaded': '698576f0b10e48bbf30748b06df9fa86a8b8f2a048720d0fc32656455b5ec1b4',
  'calendar-vesting-token-front-loaded-to-single-tranche':
    'cfad75cb8acc2c1195385a137da6e2403246064e75cc9d6e351d18fe2c35fb1b',
  companion: '2432a288afae677388411db32a557a90353332af711e519be8d540a20df93ed0',
  'currency-calendar': '438ade4dbacda5a736170977d9d2c2847a03469006bc7ffbcac5ce5b45ec1173',
  'currency-calendar-twice': '96a7871127fe4418a8cb141a0484ef153b18a5956d2839cc778bfbe9e9d37f24',
  'currency-payment': 'b75ebf47e41cd376313127d2ab8674c9ce01fc576e128b6308045a228365f9de',
  'currency-till': '1fbcf089a4d2546d61bd81f65c722154496f08572b944fbdd4fd14a52aeaf24b',
  'lock-bch': 'b18a964dc2bec64c69e1eb80178267dbc7623895d620ad0c78b9e0217a21e469',
  'lock-token': '95a2a7241c5a2c8e956ff856459a587ab4ecdc9591ec63dc43c15009cbf844c1',
  'movable-lock-bch': 'b3e7592dd1ece67884ac3fd1291660a3b627eec323f8cd5e701b6849652fd6a6',
  'movable-lock-token': '0867b4da01e185bd8390df038b81629cf99744f72049e73e0defb32b5b34837e',
  'plan-clock': 'f03d9f85701fce96ab1f42562e860e7f6a523a25a52426a7136c7014c7b682b0',
  'plan-companion': 'dcb519ba92d64b4a116e2b0a02f316e312db3159c0fe8f09ed4010b95c8f8a64',
  'plan-recurring-bch': 'd1c431323518f55886309138eb1ce4435b2d7db29640bcb9b76781905b131f87',
  'plan-recurring-token': 'edb4720adb5cb3e75570f8df764e5d1f7c57f1e4e4426426d6e3b2ee7e415b11',
  'plan-vesting-bch': '1ecf0462a1dc0dcb755f2d7afb639ecfd941c04857b0a4eb76cc33b4d75f6ff3',
  'plan-vesting-token': '6d51cfecf84bac4d763b643c81c8fb7e1fec2fd63e3ccb8d9bed6e713d945515',
  'purse-bch': '233927b75198e776284e0ea6fefd0d3fef85b78190286f10f7bb45654943415a',
  'purse-token': '1daf91f5884b08c70ae583ddcfc2155d65c4c0a6277097a4aff551dce7afe0f4',
  roster: '3b184cd87870b6c7fa9902d44ff367966f861cb8f942df9715f9433db8c70574',
  'tranches-bch': 'aa116cb4031259ba6f8c85c5a9fb03125da1c969fbc14c34f536e7b945cd25a0',
  'tranches-token': '057a027d781c87f36e5ae58faae61604423c2cc238b0db52425c1ce5dd1a635e',
  vault: '18fe488d0cc6a159df2d27952180d9c9f89a378e50f3f56a5cbf48c4e9eda59b',
} as const;

describe('committed artifacts', () => {
  it.each(Object.entries(DIGESTS))('%s is pinned byte for byte', async (name, digest) => {
    const file = await readFile(new URL(`../src/artifacts/${name}.ts`, import.meta.url));
    expect(createHash('sha256').update(file).digest('hex')).toBe(digest);
  });
});
