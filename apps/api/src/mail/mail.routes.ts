import { followMailLink, getMail, getMailLink, removeMail, subscribeMail } from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { MailService } from '@weir/services';
import { OPEN, type RouteAccess } from '../plugins/access/access.plugin.js';
import { callerOf } from '../plugins/access/caller.js';
import { originOf } from '../shared/request.js';
import { askPage, donePage, refusalPage } from './link-page.js';

/** A bearer is required in either mode: what is sent depends on who has proven the address. Links are secrets. */
const MAIL_ACCESS = {
  own: { caller: 'authenticated', role: 'anyone', states: 'any' },
  link: OPEN,
} as const satisfies Readonly<Record<string, RouteAccess>>;

/** Types of the form that browsers and mail programs send; RFC 8058 permits both. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];
/** Bytes of such a form, which holds one word. */
const FORM_LIMIT = 4_096;

/** Registers what a caller chooses. */
export const mailRoutes: Routes<{ readonly mail: MailService }> = (app, { mail }, done) => {
  const own = { access: MAIL_ACCESS.own, work: 'expensive' } as const;
  app.get('/', { schema: getMail, config: { access: MAIL_ACCESS.own } }, async (request) => ({
    mail: await mail.read(callerOf(request), request.query.channel),
  }));
  app.post('/', { schema: subscribeMail, config: own }, async (request) => ({
    mail: await mail.subscribe(request.body, callerOf(request), originOf(request)),
  }));
  app.post('/remove', { schema: removeMail, config: own }, async (request) => {
    await mail.remove(callerOf(request), request.body.channel);
    return {};
  });
  done();
};

/** Registers the pages of links in mails. */
export const mailLinkRoutes: Routes<{ readonly mail: MailService }> = (app, { mail }, done) => {
  app.addContentTypeParser(FORMS, { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, _form, parsed) =>
    parsed(null, {}),
  );
  const config = { access: MAIL_ACCESS.link, work: 'expensive', hasSecretPath: true } as const;
  app.addHook('onRequest', (request, _reply, next) => {
    request.problemPage = refusalPage;
    next();
  });
  app.get('/:token', { schema: getMailLink, config }, (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .send(askPage(mail.readLink(request.params.token).purpose)),
  );
  app.post('/:token', { schema: followMailLink, config }, async (request, reply) => {
    const { purpose, done: isDone } = await mail.followLink(request.params.token);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .send(donePage(purpose, isDone));
  });
  done();
};
