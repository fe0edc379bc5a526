import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { DevnetControl } from '@weir/devnet';
import { ApiError } from '@weir/http';
import { DEMO_NAMES, demoVariables, type DemoWallets, fundDemoWallets } from './demo-wallets.js';

const SignParams = Type.Object({ name: Type.Enum([...DEMO_NAMES]) });
/** Parameters of `bch_signTransaction`; null where nothing has to be signed. */
const Request = Type.Optional(Type.Union([Type.Null(), Type.Object({ broadcast: Type.Optional(Type.Boolean()) })]));
/** An answer of the API, as it came: what is to be signed is in it. */
const SignBody = Type.Object({
  success: Type.Optional(Type.Boolean()),
  message: Type.Optional(Type.String()),
  wcTransaction: Request,
  preparationTransaction: Request,
});
const SignAnswer = Type.Object({
  success: Type.Literal(true),
  signature: Type.Optional(Type.String({ description: 'Of a message, base64.' })),
  signedTransaction: Type.Optional(Type.String()),
  txHash: Type.Optional(Type.String({ description: 'Of a transaction; it was sent, unless the API asked not to.' })),
});
/** A plan of 640 streams, with the outputs that it spends. */
const BODY_LIMIT = 2 ** 22;

interface DemoOptions {
  readonly control: DevnetControl;
  readonly wallets: DemoWallets;
  readonly urls: () => { readonly api: string; readonly devKit: string };
}

/** Registers what the documents' examples need in addition to the API: their variables, and wallets that sign. */
export const demoRoutes: FastifyPluginCallbackTypebox<DemoOptions> = (app, { control, wallets, urls }, done) => {
  let funded: Promise<void> | undefined;
  app.get('/env', async (_, reply) => {
    await (funded ??= fundDemoWallets(wallets, control));
    return reply.type('text/plain; charset=utf-8').send(demoVariables(wallets, urls()));
  });

  app.post(
    '/sign/:name',
    { bodyLimit: BODY_LIMIT, schema: { params: SignParams, body: SignBody, response: { 200: SignAnswer } } },
    async ({ params, body }) => {
      const wallet = wallets[params.name];
      if (body.success === false)
        throw new ApiError('INVALID_REQUEST', `The API refused, so there is nothing to sign: ${body.message ?? ''}`, {
          field: 'success',
        });
      // Where an answer offers both, a message is the shorter way.
      if (body.message !== undefined) return { success: true as const, signature: wallet.signMessage(body.message) };
      const request = body.preparationTransaction ?? body.wcTransaction ?? undefined;
      if (request === undefined)
        throw new ApiError('INVALID_REQUEST', 'The answer holds nothing to sign: no message and no wcTransaction', {
          field: 'wcTransaction',
        });
      const signed = await wallet.signTransaction({ ...request, broadcast: false });
      if (request.broadcast !== false) await control.submit(signed.signedTransaction);
      return {
        success: true as const,
        signedTransaction: signed.signedTransaction,
        txHash: signed.signedTransactionHash,
      };
    },
  );
  done();
};
