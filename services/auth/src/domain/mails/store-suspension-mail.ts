import { personalMail, type MailContent, type MailDraftContent } from '@commerce/service-kit/mail/body.ts';

/** Facts of a store that was suspended or restored. */
export interface StoreSuspensionChange {
  storeName: string;
  suspended: boolean;
  /** Message of the staff to the owner; empty for a restored store, whose reason is only for the staff. */
  reason: string;
  /** Where the owner can write; may be empty. */
  supportEmail: string;
  /** Page of the store. */
  storeUrl: string;
}

/** The mail to an owner whose store was suspended or restored, in their language. */
export function storeSuspensionMail(
  person: { name: string; language: string },
  facts: StoreSuspensionChange,
): MailContent {
  return personalMail(person, { es: spanish, en: english }, facts);
}

const spanish = (
  name: string,
  { storeName, suspended, reason, supportEmail, storeUrl }: StoreSuspensionChange,
): MailDraftContent => ({
  lang: 'es',
  subject: suspended ? `Suspendimos ${storeName} en Mostrador` : `${storeName} vuelve a funcionar`,
  paragraphs: [
    `Hola, ${name}:`,
    suspended
      ? 'Suspendimos tu tienda: su equipo no puede entrar y sus apps no pueden leer ni cambiar nada. No se borra nada.'
      : 'Levantamos la suspensión de tu tienda: su equipo y sus apps ya pueden usarla, y las apps reciben los avisos que esperaban.',
  ],
  facts: [
    ['Tienda', storeName],
    ['Motivo', reason],
    ['Contacto', supportEmail],
  ],
  link: { label: suspended ? 'Ver la suspensión' : 'Abrir la tienda', url: storeUrl },
  reason: 'Te escribimos porque esta tienda de Mostrador es tuya.',
});

const english = (
  name: string,
  { storeName, suspended, reason, supportEmail, storeUrl }: StoreSuspensionChange,
): MailDraftContent => ({
  lang: 'en',
  subject: suspended ? `Mostrador suspended ${storeName}` : `${storeName} works again`,
  paragraphs: [
    `Hello ${name},`,
    suspended
      ? 'We suspended your store: its team cannot use it, and its apps can neither read nor change anything. Nothing is deleted.'
      : 'The suspension of your store has ended: its team and its apps can use it again, and the apps receive the notifications that waited.',
  ],
  facts: [
    ['Store', storeName],
    ['Reason', reason],
    ['Contact', supportEmail],
  ],
  link: { label: suspended ? 'See the suspension' : 'Open the store', url: storeUrl },
  reason: 'We write to you because you own this store on Mostrador.',
});
