import { binToHex } from '@bitauth/libauth';
import { sql } from 'kysely';
import { createDatabase } from '@weir/infra';
import type { Wallet } from '@weir/wallet';
import type { Fixture } from './fixture.js';
import type { Scene } from './trials.js';

const REMOVABLE = 200;

/** Stores many webhooks of one owner, the first of them with a delivery. */
export const createWebhooks = async ({ config }: Fixture, owner: Wallet): Promise<Scene['webhooks']> => {
  const database = createDatabase({ url: config.databaseUrl });
  const { rows } = await sql<{ id: string }>`
    INSERT INTO webhooks (id, owner, owner_hash, url, secret, after_event, status, disabled_reason, disabled_at)
    SELECT gen_random_uuid(), ${owner.address}, ${binToHex(owner.publicKeyHash)}, 'https://weir.example/', 'whsec_AAAA', 0, 'disabled', 'stored so', 0
    FROM generate_series(1, ${REMOVABLE}) RETURNING id`.execute(database);
  const [kept = '', ...removable] = rows.map(({ id }) => id);
  const { rows: delivered } = await sql<{ id: string }>`
    INSERT INTO webhook_deliveries (id, webhook_id, message_id, type, body, status)
    VALUES (gen_random_uuid(), ${kept}, 'test_1', 'webhook.test', '{}', 'delivered') RETURNING id`.execute(database);
  await database.destroy();
  return { kept, deliveryId: delivered[0]?.id ?? '', removable: () => removable.pop() ?? '' };
};
