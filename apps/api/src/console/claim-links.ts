import type { onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';

const CLAIM_LINK = /^\/api\/airdrops\/claim\/([\w-]{1,100})\/?(?:\?|$)/;

/** Redirects browsers that open a claim link to its page; programs, which do not ask for HTML, get the record. */
const leadPeopleToThePage: onRequestHookHandler = (request, reply, next) => {
  const token = request.method === 'GET' ? CLAIM_LINK.exec(request.url)?.[1] : undefined;
  if (token === undefined) {
    next();
    return;
  }
  reply.header('vary', 'Accept');
  if (request.headers.accept?.startsWith('text/html') === true) void reply.redirect(`/claim/${token}`, 303);
  else next();
};

export const claimLinksPlugin = fp(
  (app, _options, done) => {
    app.addHook('onRequest', leadPeopleToThePage);
    done();
  },
  { name: 'claim-links' },
);
