import { readFileSync } from 'node:fs';
import type { Wallet } from '@weir/wallet';
import { type Answer, type Client, type Refusal, refusal } from '../support/client.js';
import { startScene } from '../support/guarded-scene.js';
import { payOutputs } from '../support/pay-outputs.js';
import { ROUTES, type Route } from '../support/route-table.js';
import { areaOf, STATES, type Area, type RecordInState } from '../support/states.js';
import { TRIALS, type Scene } from '../support/trials.js';

const UNKNOWN_ID = '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2';
const NO_HASH = 'a'.repeat(64);

let scene: Scene;
let stranger: Wallet;
/** A plain payment to the contracts of all records, which does nothing that a route confirms. */
let gift: string;
const records = new Map<string, RecordInState>();
beforeAll(async () => {
  scene = await startScene();
  const { fixture } = scene;
  stranger = fixture.wallet();
  for (const [area, states] of Object.entries(STATES))
    for (const [state, make] of Object.entries(states)) records.set(`${area} ${state}`, await make(fixture));
  const contracts = [...records.values()].flatMap(({ records: { stream, lock, payment, campaign, vault } }) => [
    stream?.created?.stream.contract_address,
    lock?.created.lock.contract_address,
    payment?.created.payment.contract_address,
    campaign?.campaign.contract_address,
    vault?.created.contractAddress,
  ]);
  const addresses = [...new Set(contracts)].flatMap((address) => address ?? []);
  gift = await payOutputs(
    fixture,
    stranger,
    addresses.map((to) => ({ to, satoshis: 10_000n })),
  );
});
afterAll(() => scene.fixture.stop());

/** The scene with this state's record in place of its own. */
const sceneIn = (area: Area, state: string): Scene => ({ ...scene, ...records.get(`${area} ${state}`)?.records });

/** Routes that read and depend on a record's state or on a role, as {@link TRIALS} of those that change something. */
const READS: Readonly<Record<string, { readonly id: (at: Scene) => string; readonly caller?: (at: Scene) => Wallet }>> =
  {
    '/api/streams/:id/funding-info': { id: ({ stream }) => stream.id },
    '/api/streams/:id/claim-info': { id: ({ stream }) => stream.id },
    '/api/payments/:id/funding-info': { id: ({ payment }) => payment.id },
    '/api/currency-payments/:id/funding-info': { id: ({ currency }) => currency.id },
    '/api/currency-payments/:id/till': { id: ({ currency }) => currency.id },
    '/api/plans/:id/funding-info': { id: ({ draft }) => draft.id, caller: ({ draft }) => draft.sender },
    '/api/airdrops/:id/funding-info': { id: ({ campaign }) => campaign.id },
    ...Object.fromEntries(
      ['', '/state', '/proposals', '/purses'].map((end) => [
        `/api/vaults/:id${end}`,
        { id: ({ vault }: Scene) => vault.id, caller: ({ vault }: Scene) => vault.creator },
      ]),
    ),
    '/api/vaults/:id/recovery': { id: ({ roster }) => roster.id, caller: ({ roster }) => roster.guardian },
    '/api/proposals/:id': { id: ({ proposalId }) => proposalId, caller: ({ vault }) => vault.creator },
    '/api/purses/:id': { id: ({ purse }) => purse.id, caller: ({ purse }) => purse.spender },
    '/api/vaults/:id/deposit': { id: ({ vault }) => vault.id, caller: ({ vault }) => vault.creator },
  };

interface Asked {
  readonly id?: string | undefined;
  /** Undefined for the right one, null for none. */
  readonly caller?: Wallet | null | undefined;
  /** Changes of the body. */
  readonly changes?: object | undefined;
}

/** Asks a route as its trial says, with changes. */
const ask = async (
  { method, url, caller: mode }: Route,
  at: Scene,
  { id, caller, changes }: Asked = {},
): Promise<Answer<Refusal>> => {
  const trial = method === 'POST' ? TRIALS[url] : undefined;
  const tried = trial ?? READS[url];
  const right = tried?.caller?.(at) ?? stranger;
  const { client: anyone } = at.fixture;
  const as = (wallet: Wallet): Promise<Client> | Client =>
    mode === 'authenticated' ? anyone.signedInAs(wallet) : anyone.as(wallet.address);
  const client = caller === null ? anyone : await as(caller ?? right);
  const path = url.replace(':id', id ?? tried?.id?.(at) ?? '').replace(':address', stranger.address);
  return client.send(method, path, trial === undefined ? undefined : { ...trial.body(at), ...changes });
};

const nameOf = ({ method, url }: Route): string => `${method} ${url}`;
const routesWith = (wanted: (route: Route) => boolean) =>
  ROUTES.filter((route) => areaOf(route.url) !== undefined && wanted(route)).map((route) => ({
    route,
    area: areaOf(route.url) ?? 'streams',
    name: nameOf(route),
  }));

describe('in the wrong state', () => {
  // The signature of a close is checked first, as a role is: airdrops/close.spec.ts closes a closed campaign again.
  const wrong = routesWith(({ states, url }) => states !== undefined && !url.endsWith('/close')).flatMap(
    ({ route, area, name }) =>
      Object.keys(STATES[area])
        .filter((state) => !(route.states ?? []).includes(state.replace(/ lock$/, '')))
        .map((state) => ({ route, area, name, state })),
  );
  const codeOf = ({ url }: Route, state: string): string => {
    // A proposal whose coins moved says so by a code of its own.
    if (url.startsWith('/api/proposals') && state === 'STALE') return 'PROPOSAL_STALE';
    // No state of a lock allows a cancel.
    return url.endsWith('/cancel') && state.endsWith(' lock') ? 'NOT_CANCELABLE' : 'WRONG_STATE';
  };

  it.each(wrong)('409 from $name while $state', async ({ route, area, state }) => {
    expect(await ask(route, sceneIn(area, state))).toMatchObject({
      status: 409,
      body: { code: codeOf(route, state) },
    });
  });

  it.each(wrong.filter(({ route: { role, caller } }) => role !== 'anyone' && caller === 'required'))(
    '403 from $name while $state to a stranger: the role comes before the state',
    async ({ route, area, state }) => {
      expect(await ask(route, sceneIn(area, state), { caller: stranger })).toMatchObject(refusal(403, 'FORBIDDEN'));
    },
  );
});

describe('of a record that does not exist', () => {
  it.each(routesWith(({ url }) => url.includes(':id') && !url.endsWith('/whitelist')))(
    '404 from $name',
    async ({ route }) => {
      expect(await ask(route, scene, { id: UNKNOWN_ID, caller: stranger })).toMatchObject(refusal(404, 'NOT_FOUND'));
    },
  );
});

/** Who is refused in a role although they have another one. */
const OTHER_ROLES: Readonly<Record<string, Readonly<Partial<Record<Area, (at: Scene) => Wallet>>>>> = {
  sender: {
    streams: ({ stream }) => stream.recipient,
    payments: ({ payment }) => payment.recipient,
    currency: ({ currency }) => currency.recipient,
    plans: ({ plan }) => plan.recipients[0] ?? stranger,
  },
  recipient: { streams: ({ stream }) => stream.sender, payments: ({ payment }) => payment.sender },
  creator: { vaults: ({ vault }) => vault.signers[0] },
  signer: {
    vaults: ({ roster }) => roster.guardian,
    proposals: ({ vault }) => vault.creator,
    purses: ({ purse }) => purse.spender,
  },
  guardian: { vaults: ({ roster }) => roster.signers[0] },
  spender: { purses: ({ purse }) => purse.vault.signers[0] },
  'member or spender': { purses: ({ purse }) => purse.payee },
  'signer or proposer': { proposals: ({ vault }) => vault.creator },
};

describe('for another caller', () => {
  const guarded = routesWith(({ method, url, role }) => {
    const trial = method === 'POST' ? TRIALS[url] : READS[url];
    return role !== 'anyone' && trial?.caller !== undefined;
  });
  it.each(guarded)('403 from $name to a stranger', async ({ route, area }) => {
    const refused = await ask(route, scene, { caller: stranger });
    expect(refused).toMatchObject(refusal(403, 'FORBIDDEN'));
    // Nothing of a private vault but that it is private.
    if (area === 'vaults' || area === 'proposals') expect(refused.body).not.toHaveProperty('details');
  });

  it.each(
    guarded.flatMap(({ route, area, name }) => {
      const other = OTHER_ROLES[route.role]?.[area];
      return other === undefined ? [] : [{ route, name, role: route.role, other }];
    }),
  )('403 from $name to a party that is not its $role', async ({ route, other }) => {
    expect(await ask(route, scene, { caller: other(scene) })).toMatchObject(refusal(403, 'FORBIDDEN'));
  });

  it.each([
    ['/api/streams/preview', 'sender'],
    ['/api/streams/create', 'sender'],
    ['/api/streams/:id/claim', 'recipientAddress'],
    ['/api/payments/preview', 'sender'],
    ['/api/payments/create', 'sender'],
    ['/api/payments/:id/claim', 'recipientAddress'],
    ['/api/currency-payments/preview', 'sender'],
    ['/api/currency-payments/create', 'sender'],
    ['/api/plans', 'sender'],
    ['/api/plans/preview', 'sender'],
    ['/api/airdrops/preview', 'creator'],
    ['/api/airdrops/create', 'creator'],
    ['/api/airdrops/:id/claim', 'claimerAddress'],
    ['/api/airdrops/:id/cancel', 'creator'],
    ['/api/airdrops/:id/generate-merkle', 'creator'],
  ])('403 from POST %s to the right caller who names somebody else as the %s', async (url, field) => {
    const [route] = ROUTES.filter((each) => each.url === url && each.method === 'POST');
    if (route === undefined) throw new Error(`No route ${url}`);
    const changes = { [field]: scene.fixture.wallet().address };
    expect(await ask(route, scene, { changes })).toMatchObject(refusal(403, 'FORBIDDEN'));
    // Where the body may stand for the caller, it is checked all the same.
    if (route.caller === 'in-body' && url.includes(':id') && !url.includes('/airdrops/:id/claim'))
      expect(await ask(route, scene, { changes, caller: null })).toMatchObject({ status: 403 });
  });
});

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly anyOf?: readonly Schema[];
}
interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
const documented = JSON.parse(readFileSync(new URL('../../../../docs/api/openapi.json', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const fieldsOf = ({ properties = {}, anyOf = [] }: Schema): readonly string[] => [
  ...Object.keys(properties),
  ...anyOf.flatMap(fieldsOf),
];
const bodyFieldsOf = ({ method, url }: Route): readonly string[] => {
  const operation = documented.paths[url.replaceAll(/:(\w+)/gu, '{$1}')]?.[method.toLowerCase()];
  return fieldsOf(operation?.requestBody?.content['application/json']?.schema ?? {});
};

describe('of an address that is none', () => {
  const ADDRESSES = ['sender', 'recipient', 'recipientAddress', 'claimerAddress', 'creator', 'signerAddress'];
  const named = routesWith(({ method }) => method === 'POST').flatMap(({ route, name }) =>
    bodyFieldsOf(route)
      .filter((field) => ADDRESSES.includes(field))
      .map((field) => ({ route, name, field })),
  );
  it.each(named)('400 from $name in the field $field', async ({ route, field }) => {
    const { id } = TRIALS[route.url] ?? {};
    expect(await ask(route, scene, { id: id?.(scene), changes: { [field]: 'nonsense' } })).toMatchObject(
      refusal(400, 'INVALID_ADDRESS'),
    );
  });
});

describe('of a transaction', () => {
  const confirming = routesWith(({ method, url }) => method === 'POST' && url.includes('/confirm-')).flatMap((each) =>
    (each.route.states ?? ['PENDING']).map((state) => ({ ...each, state })),
  );

  it.each(confirming)('409 from $name while $state for one that the network does not know', async (each) => {
    expect(await ask(each.route, sceneIn(each.area, each.state), { changes: { txHash: NO_HASH } })).toMatchObject(
      refusal(409, 'TX_NOT_FOUND', { retryable: true, state: 'pending' }),
    );
  });

  /** Every transaction of records of an area but those that this record may be confirmed with. */
  const othersOf = (area: Area, state: string, what: string): readonly (readonly [string, string])[] => [
    ...[...records].flatMap(([name, { transactions }]) =>
      Object.entries(transactions).flatMap(([kind, txHash]) =>
        name.startsWith(`${area} `) && (name !== `${area} ${state}` || kind !== what)
          ? [[`the ${kind} of ${name}`, txHash] as const]
          : [],
      ),
    ),
    ['a payment to the contract', gift],
  ];

  it.each(confirming)('422 from $name while $state for every other one', async ({ route, area, state }) => {
    const others = othersOf(area, state, route.url.split('confirm-')[1] ?? '');
    const answers = [];
    for (const [name, txHash] of others) {
      const { status, body } = await ask(route, sceneIn(area, state), { changes: { txHash } });
      answers.push([name, status, body.code, typeof body.message]);
    }
    expect(answers).toEqual(others.map(([name]) => [name, 422, 'TX_MISMATCH', 'string']));
  });
});
