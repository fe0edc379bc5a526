import type { Answer, Sent } from '../connection/ask.js';
import type { Connection } from '../connection/connection.js';
import type { paths } from '../generated/api.js';
import type { Confirmation, Confirmed, ConfirmPath } from '../types/verbs.types.js';

/** Types one POST for all of them; openapi-fetch handles one path at a time. */
type Post = <Path extends ConfirmPath>(
  path: Path,
  init: Sent & { readonly params: { readonly path: { readonly id: string } }; readonly body: Confirmation['body'] },
) => Promise<Answer<paths[Path]['post']['responses'][200]['content']['application/json']>>;

/** Records what was signed. */
export const confirmOnce = <Path extends ConfirmPath>(
  { api, ask }: Connection,
  { path, id, body, address }: Confirmation<Path>,
  { wallet, signal }: Pick<NonNullable<Parameters<Connection['ask']>[1]>, 'wallet' | 'signal'>,
): Promise<Confirmed<Path>> =>
  ask((sent) => (api.POST as unknown as Post)(path, { ...sent, params: { path: { id } }, body }), {
    ...(address !== undefined && { wallet, address }),
    signal,
  });
