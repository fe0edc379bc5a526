import { SignClient } from '@walletconnect/sign-client';

type Client = Awaited<ReturnType<typeof SignClient.init>>;

let clients = 0;

/** Starts a client of WalletConnect that keeps nothing. @param name shown to the other end */
export const startSignClient = (name: string, relayUrl: string): Promise<Client> =>
  SignClient.init({
    relayUrl,
    projectId: '0'.repeat(32),
    metadata: { name, description: name, url: 'https://app.example', icons: [] },
    telemetryEnabled: false,
    logger: 'silent',
    customStoragePrefix: `${name} ${(clients += 1)}`,
    storageOptions: { database: ':memory:' },
  });

/** Closes a client's connection, and ends its timers. */
export const stopSignClient = async ({ core }: Client): Promise<void> => {
  core.heartbeat.stop();
  await core.relayer.transportClose();
};
