import type { Request, Response } from 'express';
import type { Context } from '@commerce/service-kit/context.ts';
import { Cookies } from '../../edge/cookies.ts';
import { contextOf, type OAuthDeps } from '../deps.ts';
import { textsFor } from '../pages/texts-for.ts';
import type { Texts } from '../pages/texts.ts';
import { csrfOf, type FormBinding } from './form-guard.ts';

/** Visit of a browser to a page of a consent request. */
export interface ConsentVisit extends FormBinding {
  ctx: Context;
  texts: Texts;
  cookies: Cookies;
  csrf: string;
}

const ID = /^[A-Za-z0-9_.-]{32,12000}$/;

/** Visit of a request; a malformed id is treated as one that does not exist. */
export function visitOf(deps: OAuthDeps, req: Request, res: Response): ConsentVisit {
  const cookies = new Cookies(deps.publicUrl);
  const id = String(req.params['id']);
  const binding: FormBinding = {
    id: ID.test(id) ? id : '',
    browserToken: cookies.read(req, 'browser'),
    sessionToken: cookies.read(req, 'session'),
  };
  return { ...binding, ctx: contextOf(deps, res), texts: textsFor(req), cookies, csrf: csrfOf(binding) };
}
