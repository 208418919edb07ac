import type { Texts } from './texts.ts';

/** Argentine Spanish texts. */
export const TEXTS_ES: Texts = {
  language: 'es',
  signInTitle: (app) => `Ingresá para conectar ${app}`,
  signInLead: (app) => `${app} pide acceso a tu tienda. Ingresá con la cuenta titular de la tienda.`,
  email: 'Correo electrónico',
  password: 'Contraseña',
  signIn: 'Ingresar',
  wrongCredentials: 'El correo electrónico o la contraseña no son correctos.',
  tooManySignIns: (minutes) =>
    `Demasiados intentos. Probá de nuevo en ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`,
  cancel: 'Cancelar y volver a la app',
  consentTitle: (app, store) => `${app} quiere conectarse a ${store}`,
  reconsentTitle: (app, store) => `${app} quiere volver a conectarse a ${store}`,
  by: (developer) => `App de ${developer}`,
  readScopes: 'Consultar',
  writeScopes: 'Crear y modificar',
  newScopes: 'Permisos nuevos',
  keptScopes: 'Permisos actuales',
  scopesLead: 'Si continuás, la app va a poder:',
  newMark: 'Nuevo',
  signedInAs: 'Ingresaste como',
  someoneElse: 'Usar otra cuenta',
  allow: 'Conectar',
  deny: 'No conectar',
  returnTo: (host) => `Vas a volver a ${host}.`,
  revocable: 'Podés desinstalar la app cuando quieras desde tu panel.',
  chooseStoreTitle: (app) => `¿A qué tienda querés conectar ${app}?`,
  chooseStoreLead: 'Sos titular de más de una tienda.',
  continue: 'Continuar',
  alreadyInstalled: 'ya conectada',
  ownerOnly: (app, stores) => ({
    title: 'Solo el titular puede conectar apps',
    body: `Sos parte del equipo de ${stores}. Pedile al titular de la tienda que conecte ${app}, o ingresá con la cuenta titular.`,
  }),
  noStore: (app) => ({
    title: 'Esta cuenta no tiene tienda',
    body: `Solo el titular de una tienda puede conectar ${app}. Ingresá con la cuenta titular.`,
  }),
  notPublished: (app) => ({
    title: 'Esta app todavía no está publicada',
    body: `Hasta que ${app} se publique, solo su desarrollador puede conectarla, a sus propias tiendas de prueba. Si la desarrollaste vos, ingresá con la cuenta titular de tus tiendas de prueba.`,
  }),
  backToApp: 'Volver a la app',
  unknownApp: {
    title: 'No se puede conectar esta app',
    body: 'El enlace no corresponde a una app disponible. Volvé a la app y probá de nuevo. Si el problema sigue, avisale a su desarrollador.',
  },
  badRedirectUri: {
    title: 'No es seguro seguir este enlace',
    body: 'La app pide redirigirte a una dirección que no registró, así que nos detuvimos acá. Avisale a su desarrollador y mencioná redirect_uri.',
  },
  gone: {
    title: 'Esta solicitud ya no es válida',
    body: 'Venció, ya fue respondida o empezó en otro navegador. Volvé a la app y empezá de nuevo.',
  },
  appUnavailable: {
    title: 'Esta app no está disponible en este momento',
    body: 'La app fue suspendida. No se conectó nada.',
  },
  storeSuspended: {
    title: 'Esta tienda está suspendida',
    body: 'La plataforma la suspendió, así que no se le pueden conectar apps. No se conectó nada. Ingresá a Mostrador para ver el motivo.',
  },
  crossSite: {
    title: 'Este formulario no se envió desde nuestra página',
    body: 'Por tu seguridad, no se cambió nada. Volvé a la app y empezá de nuevo.',
  },
  tooManyRequests: {
    title: 'Demasiadas solicitudes',
    body: 'Esperá un minuto y volvé a cargar esta página.',
  },
  tooLarge: { title: 'El formulario es demasiado grande', body: 'Volvé a la app y empezá de nuevo.' },
  unavailable: {
    title: 'No disponible por el momento',
    body: 'No se perdió nada. Volvé a cargar esta página en unos segundos.',
  },
  failed: { title: 'Algo falló de nuestro lado', body: 'Volvé a cargar esta página en unos segundos.' },
  requestId: 'ID de la solicitud',
};
