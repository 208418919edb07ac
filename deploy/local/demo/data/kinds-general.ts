/** The same columns as `hardwareKinds`. */
export const generalKinds = `
YER; Yerba mate; Yerba mate; almacen; 1300-2200; 0.5-1; con palo|sin palo|suave|con hierbas serranas|orgánica; peso
CAF; Café; Café y té; almacen; 6900-12900; 0.3-1; torrado intenso|tostado natural|Colombia|descafeinado; molienda+peso
TEC; Té en saquitos; Café y té; almacen; 1900-5900; 0.1-0.2; negro x 25|negro x 50|verde x 25|manzanilla x 25|boldo x 25;
ACE; Aceite de girasol; Aceites y aderezos; almacen; 2400-9900; 0.9-4.6; 900 ml|1,5 L|3 L|5 L;
OLI; Aceite de oliva extra virgen; Aceites y aderezos; almacen; 9900-32900; 0.5-2; 250 ml|500 ml|1 L|lata 2 L;
VIN; Vinagre; Aceites y aderezos; almacen; 1400-5900; 0.5-1.1; de alcohol 1 L|de manzana 500 ml|de vino 500 ml|aceto balsámico 250 ml;
MAY; Mayonesa; Aceites y aderezos; almacen; 1600-4900; 0.3-1; 250 g|475 g|950 g|light 475 g;
FID; Fideos; Pastas y arroz; almacen; 1300-3400; 0.5-0.5; tallarín 500 g|mostachol 500 g|tirabuzón 500 g|integrales 500 g;
ARR; Arroz; Pastas y arroz; almacen; 1500-5900; 0.5-1; largo fino 1 kg|parboil 1 kg|integral 1 kg|carnaroli 500 g;
POL; Polenta instantánea; Pastas y arroz; almacen; 1200-2600; 0.5-1; 500 g|730 g|1 kg;
GAD; Galletitas dulces; Galletitas y golosinas; almacen; 1100-3900; 0.2-0.5; vainilla 170 g|chocolate 170 g|surtidas 400 g|rellenas 118 g|avena y pasas 200 g;
GAS; Galletitas de agua; Galletitas y golosinas; almacen; 1300-3200; 0.2-0.4; 101 g|tripack 303 g|sin sal 303 g|con salvado 230 g;
ALJ; Alfajor; Galletitas y golosinas; almacen; 900-9900; 0.1-0.5; triple chocolate|triple blanco|de maicena x 6|santafesino x 6;
MER; Mermelada; Conservas; almacen; 2900-5900; 0.4-0.5; 390 g|light 390 g|reducida en azúcar 454 g; sabor
ATU; Atún; Conservas; almacen; 2400-5900; 0.2-0.2; al natural 170 g|en aceite 170 g|lomitos 170 g;
TOM; Tomate en conserva; Conservas; almacen; 1100-3400; 0.4-1; perita 400 g|triturado 910 g|puré 520 g|extracto 140 g;
ARV; Arvejas; Conservas; almacen; 900-1900; 0.3-0.4; secas remojadas 300 g|verdes 350 g|con zanahoria 350 g;
AGU; Agua mineral; Bebidas; bebidas; 1100-3900; 0.5-6.3; sin gas 500 ml|sin gas 2 L|con gas 2 L|bidón 6,3 L;
AGS; Agua saborizada; Bebidas; bebidas; 1900-3200; 0.5-2.3; sin gas 1,5 L|sin gas 2,25 L|0 azúcar 1,5 L; sabor
GAE; Gaseosa; Bebidas; bebidas; 1900-4400; 0.5-2.3; cola 1,5 L|cola 2,25 L|lima limón 2,25 L|pomelo 1,5 L;
VNO; Vino tinto; Bebidas; bebidas; 4900-34900; 1.2-1.3; malbec 750 ml|cabernet sauvignon 750 ml|bonarda 750 ml|malbec reserva 750 ml;
DET; Detergente; Pisos y superficies; limpieza; 1600-2600; 0.5-5; concentrado|con aloe|antibacterial; litros
LAV; Lavandina; Pisos y superficies; limpieza; 1200-3900; 1-5; concentrada 1 L|concentrada 2 L|en gel 750 ml|bidón 5 L;
LIP; Limpiador de pisos; Pisos y superficies; limpieza; 1900-2900; 0.9-5; desinfectante|cremoso|plastificador; aroma+litros
JAB; Jabón líquido para ropa; Lavandería; limpieza; 4900-9900; 0.8-3.1; botella 800 ml|doypack 3 L|para diluir 500 ml; aroma
SUA; Suavizante; Lavandería; limpieza; 2400-3900; 0.9-3; clásico|concentrado; aroma+litros
JBP; Jabón en pan; Lavandería; limpieza; 1100-3900; 0.2-0.6; blanco 200 g|de glicerina 150 g|para ropa x 3;
PAP; Papel higiénico; Descartables; limpieza; 2900-14900; 0.4-2.2; simple hoja 30 m x 4|doble hoja 30 m x 4|doble hoja 50 m x 12;
ROL; Rollo de cocina; Descartables; limpieza; 1900-5900; 0.3-0.7; x 3 de 50 paños|x 3 de 120 paños|x 2 extra absorbente;
BOL; Bolsas de residuo; Descartables; limpieza; 1400-7900; 0.2-0.9; 45 x 60 x 30|60 x 90 x 10|80 x 110 x 10 reforzadas;
RHO; Remera de hombre; Remeras de hombre; ropa; 16900-32900; 0.2-0.3; lisa de algodón|cuello en V|estampada|manga larga; talle+ropa+corte
CHO; Chomba de piqué; Remeras de hombre; ropa; 26900-44900; 0.3-0.3; clásica|con recortes|de algodón pima; talle+ropa
CMH; Camisa de hombre; Hombre; ropa; 36900-69900; 0.3-0.4; oxford|de lino|a cuadros|de jean; talle+ropa
JEH; Jean de hombre; Pantalones de hombre; ropa; 44900-84900; 0.6-0.8; clásico|elastizado|cargo; talle+corte
JOG; Jogging de frisa; Pantalones de hombre; ropa; 27900-49900; 0.5-0.6; puño ajustado|recto|con bolsillos cargo; talle+ropa
BER; Bermuda; Pantalones de hombre; ropa; 25900-46900; 0.3-0.5; de gabardina|cargo|de jean; talle+ropa
RMU; Remera de mujer; Remeras de mujer; ropa; 15900-31900; 0.2-0.2; de modal|oversize|con breteles|morley; talle+ropa
BLU; Blusa; Remeras de mujer; ropa; 26900-54900; 0.2-0.3; de viscosa|de bambula|de gasa; talle+ropa
JEM; Jean de mujer; Pantalones de mujer; ropa; 46900-89900; 0.5-0.7; mom|tiro alto elastizado|wide leg; talle+corte
CLZ; Calza deportiva; Pantalones de mujer; ropa; 18900-39900; 0.2-0.3; de lycra|con bolsillo|corta ciclista; talle+ropa
VES; Vestido; Mujer; ropa; 38900-89900; 0.3-0.5; corto de viscosa|largo estampado|de lino; talle+ropa
RNI; Remera de niños; Niños; ropa; 10900-18900; 0.1-0.2; lisa|estampada dinosaurios|rayada; infantil+ropa
CNJ; Conjunto de niños; Niños; ropa; 27900-46900; 0.4-0.5; de frisa|de rústico|deportivo; infantil+ropa
PIJ; Pijama de niños; Niños; ropa; 21900-36900; 0.3-0.4; de algodón|de polar; infantil+ropa
CMP; Campera; Abrigos; ropa; 69900-169900; 0.6-1.3; rompeviento|inflable|de jean|softshell; talle+ropa
BUZ; Buzo canguro; Abrigos; ropa; 36900-64900; 0.5-0.7; de frisa|con cierre|oversize; talle+ropa
SWE; Sweater; Abrigos; ropa; 34900-74900; 0.4-0.6; cuello redondo|de lana merino|polera; talle+ropa
PTR; Pantalón de trabajo; Ropa de trabajo; ropa; 29900-49900; 0.5-0.7; de gabardina|cargo reforzado|ignífugo; talle+ropa
CTR; Camisa de trabajo; Ropa de trabajo; ropa; 26900-42900; 0.4-0.5; de grafa|con reflectivo; talle+ropa
MED; Medias; Indumentaria; ropa; 3900-12900; 0.1-0.2; soquete x 3|tres cuartos x 3|térmicas;
GOR; Gorra; Indumentaria; ropa; 11900-22900; 0.1-0.1; visera curva|trucker|piluso; ropa
ZAU; Zapatillas urbanas; Zapatillas; calzado; 69900-149900; 0.7-1; de lona|de cuero|con plataforma; numero+ropa
ZAD; Zapatillas deportivas; Zapatillas; calzado; 79900-189900; 0.5-0.8; running|training|trekking; numero+ropa
BOT; Botín de seguridad; Calzado de seguridad; calzado; 68900-129900; 1.2-1.7; puntera de acero|puntera de composite|dieléctrico; numero
BOG; Botas de goma; Calzado de seguridad; calzado; 29900-54900; 1.1-1.6; caña alta|caña media; numero
ALP; Alpargatas; Alpargatas; calzado; 14900-28900; 0.3-0.4; de lona|reforzadas|bordadas; numero+ropa
`;
