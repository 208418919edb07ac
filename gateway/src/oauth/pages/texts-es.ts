import type { Texts } from './texts.ts';

/** The pages in Spanish (Argentina). */
export const TEXTS_ES: Texts = {
  language: 'es',
  signInTitle: (app) => `Ingresá para conectar ${app}`,
  signInLead: (app) =>
    `${app} pide acceso a tu tienda. Ingresá con la cuenta de quien es titular de la tienda.`,
  email: 'Correo electrónico',
  password: 'Contraseña',
  signIn: 'Ingresar',
  wrongCredentials: 'El correo electrónico o la contraseña no son correctos.',
  tooManySignIns: (minutes) =>
    `Demasiados intentos. Probá de nuevo en ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`,
  cancel: 'Cancelar y volver a la app',
  consentTitle: (app, store) => `${app} quiere conectarse a ${store}`,
  reconsentTitle: (app, store) => `${app} vuelve a pedir tu permiso en ${store}`,
  by: (developer) => `Una app de ${developer}`,
  newScopes: 'Permisos nuevos',
  keptScopes: 'Permisos que ya tiene',
  scopesLead: 'Si aceptás, la app va a poder:',
  newMark: 'Nuevo',
  signedInAs: 'Ingresaste como',
  someoneElse: 'Ingresar con otra cuenta',
  allow: 'Aceptar y conectar',
  deny: 'No aceptar',
  returnTo: (host) => `Vas a volver a ${host}.`,
  revocable: 'Podés desinstalar la app cuando quieras desde tu panel.',
  chooseStoreTitle: (app) => `¿A qué tienda querés conectar ${app}?`,
  chooseStoreLead: 'Sos titular de varias tiendas.',
  continue: 'Continuar',
  alreadyInstalled: 'ya conectada',
  ownerOnly: (app, stores) => ({
    title: 'Solo quien es titular puede conectar apps',
    body: `Sos parte del equipo de ${stores}. Pedile a quien es titular de la tienda que conecte ${app}, o ingresá con esa cuenta.`,
  }),
  noStore: (app) => ({
    title: 'Esta cuenta no tiene tienda',
    body: `Solo quien es titular de una tienda puede conectar ${app}. Ingresá con esa cuenta.`,
  }),
  notPublished: (app) => ({
    title: 'Esta app todavía no está publicada',
    body: `Hasta que ${app} se publique, quien la desarrolla solo puede conectarla a sus propias tiendas de prueba. Si sos vos, ingresá con la cuenta titular de esas tiendas.`,
  }),
  backToApp: 'Volver a la app',
  unknownApp: {
    title: 'No se puede conectar esta app',
    body: 'El enlace no corresponde a una app disponible. Volvé a la app y probá de nuevo; si se repite, avisale a quien la desarrolla.',
  },
  badRedirectUri: {
    title: 'No es seguro seguir este enlace',
    body: 'La app quiere enviarte a una dirección que no registró con nosotros, así que no te enviamos ahí. Avisale a quien la desarrolla (redirect_uri).',
  },
  gone: {
    title: 'Este pedido ya no es válido',
    body: 'Venció, ya fue respondido o empezó en otro navegador. Volvé a la app y empezá de nuevo.',
  },
  appUnavailable: {
    title: 'Esta app no está disponible por el momento',
    body: 'La app fue suspendida. No se conectó nada.',
  },
  crossSite: {
    title: 'Este formulario no se envió desde nuestra página',
    body: 'Por tu seguridad no hicimos nada. Volvé a la app y empezá de nuevo.',
  },
  tooManyRequests: {
    title: 'Demasiados pedidos',
    body: 'Esperá un minuto y volvé a cargar esta página.',
  },
  tooLarge: { title: 'Se envió demasiado', body: 'Volvé a la app y empezá de nuevo.' },
  unavailable: {
    title: 'No podemos responder en este momento',
    body: 'No se perdió nada: volvé a cargar esta página en unos segundos.',
  },
  failed: { title: 'Algo falló de nuestro lado', body: 'Volvé a cargar esta página en unos segundos.' },
  requestId: 'Referencia',
};
