/** Name of the product in mails. */
export const PRODUCT = 'Mostrador';

const cell = (width: number, style: string): string =>
  `<td width="${width}" style="width:${width}px;padding:0;font-size:0;line-height:0;${style}">&nbsp;</td>`;
const SCALLOP = cell(6, 'height:9px;background:#ffffff;border-radius:1px 1px 3px 3px');
const ROW =
  '<table role="presentation" cellpadding="0" cellspacing="0" border="0" align="center" style="border-collapse:separate"><tr>';

/** The product's mark as tables, because mail programs show neither inline SVG nor, before the reader allows it, images. */
export const MARK =
  '<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>' +
  '<td width="32" height="32" align="center" valign="middle" style="width:32px;height:32px;padding:0;background:#14766f;border-radius:8px">' +
  `${ROW}${SCALLOP}${SCALLOP}${SCALLOP}</tr></table>` +
  `${ROW}${cell(18, 'height:2px')}</tr></table>` +
  `${ROW}${cell(18, 'height:2px;background:#ffffff')}</tr></table>` +
  `${ROW}${cell(14, 'height:4px;background:#95c1be')}</tr></table>` +
  '</td></tr></table>';
