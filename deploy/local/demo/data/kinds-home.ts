/** The same columns as `hardwareKinds`. */
export const homeKinds = `
SAB; Juego de sábanas; Sábanas; hogar; 32900-69900; 0.9-1.8; 144 hilos|180 hilos|percal 200 hilos|microfibra estampada; cama+telas
FUN; Funda de almohada; Sábanas; hogar; 6900-14900; 0.2-0.3; lisa 50 x 70|percal 50 x 90; telas
ACO; Acolchado; Acolchados y frazadas; hogar; 58900-119900; 1.8-3.9; liviano|térmico|reversible con corderito; cama+telas
FRA; Frazada; Acolchados y frazadas; hogar; 34900-74900; 1.2-2.4; flannel|polar|de lana; cama+telas
ALM; Almohada; Dormitorio; hogar; 14900-59900; 0.6-1.3; siliconada 70 x 50|vellón 80 x 50|viscoelástica 65 x 40|cervical;
COL; Cubrecolchón impermeable; Dormitorio; hogar; 29900-54900; 0.7-1.4; ajustable|con elástico; cama
TOA; Juego de toalla y toallón; Baño; hogar; 24900-54900; 0.7-1.1; 400 g|500 g|550 g doble felpa; telas
ALF; Alfombra de baño; Baño; hogar; 11900-24900; 0.4-0.9; microfibra 40 x 60|viscoelástica 50 x 80; telas
COB; Cortina de baño; Baño; hogar; 12900-29900; 0.4-0.8; teflonada 180 x 180|PEVA lisa|estampada con ganchos;
ACB; Set de accesorios de baño; Baño; hogar; 16900-48900; 0.5-1.6; 4 piezas plástico|4 piezas bambú|5 piezas cerámica;
OLL; Olla con tapa; Ollas y sartenes; bazar; 34900-79900; 1.1-3.2; antiadherente|acero inoxidable|enlozada; diametro+bazar
SAR; Sartén antiadherente; Ollas y sartenes; bazar; 19900-44900; 0.6-1.6; mango frío|cerámica|granito; diametro+bazar
PAV; Pava; Ollas y sartenes; bazar; 28900-94900; 0.6-1.4; silbadora 2 L|eléctrica 1,7 L|eléctrica con corte mate|enlozada 1,5 L;
ASA; Asadera; Ollas y sartenes; bazar; 13900-36900; 0.7-1.8; N° 30|N° 35|N° 40 enlozada|con rejilla;
VAJ; Juego de vajilla; Vajilla; bazar; 49900-179900; 4.5-11; 12 piezas|18 piezas|20 piezas porcelana|30 piezas;
VAS; Set de vasos; Vajilla; bazar; 9900-34900; 1.2-2.6; x 6 agua 300 ml|x 6 whisky|x 6 trago largo|x 12 templados;
CUB; Juego de cubiertos; Vajilla; bazar; 18900-89900; 0.7-2.4; 16 piezas|24 piezas|24 piezas con estuche|parrillero 12 piezas;
COP; Copas de vino; Vajilla; bazar; 14900-52900; 1-1.8; x 6 vidrio 350 ml|x 6 cristal 450 ml|x 4 gran reserva;
TER; Termo de acero; Termos y mates; bazar; 39900-119900; 0.6-1.1; 750 ml|1 L pico cebador|1 L con manija|1,2 L; bazar
MAT; Mate; Termos y mates; bazar; 8900-42900; 0.2-0.5; de calabaza|de acero doble capa|imperial con virola|de algarrobo;
BOB; Bombilla; Termos y mates; bazar; 4900-24900; 0.1-0.1; resorte|alpaca pico de rey|acero desarmable;
CAN; Canasto organizador; Organización; hogar; 6900-24900; 0.3-1.2; 10 L|20 L|con tapa 30 L|de yute; telas
PER; Perchas; Organización; hogar; 4900-18900; 0.3-1; plásticas x 10|terciopelo x 10|madera x 5;
EST; Estantería; Organización; hogar; 49900-179900; 6-22; metálica 4 estantes|metálica 5 estantes reforzada|de pino 4 estantes;
CJO; Caja organizadora; Organización; hogar; 6900-32900; 0.5-2.4; 6 L|18 L|34 L|54 L con ruedas;
ALH; Almohadón; Decoración; hogar; 9900-24900; 0.4-0.7; tusor 45 x 45|chenille 50 x 50|exterior 45 x 45; telas
COR; Cortina blackout; Decoración; hogar; 34900-79900; 1.3-2.6; textil x 2 paños|roller 1,20 m; telas
CUA; Cuadro decorativo; Decoración; hogar; 14900-69900; 0.6-2.4; 30 x 40|40 x 60|tríptico 90 x 60;
VEL; Vela aromática; Decoración; hogar; 6900-19900; 0.2-0.5; en vaso 120 g|en vaso 220 g|en lata; aroma
ESP; Espejo; Decoración; hogar; 27900-149900; 1.6-9; redondo 50 cm|redondo 70 cm|cuerpo entero 150 x 40;
MAN; Manguera de riego; Riego; jardin; 16900-27900; 1.2-4.8; reforzada 1/2"|tricapa 1/2"|antitorsión 3/4"; largo
ASP; Aspersor; Riego; jardin; 5900-26900; 0.2-0.9; de impacto|oscilante|giratorio 3 brazos;
RIE; Kit de riego por goteo; Riego; jardin; 19900-69900; 0.8-2.2; 15 plantas|25 plantas|con programador;
MAC; Maceta; Macetas; jardin; 3900-7900; 0.3-3; plástica|de barro|de cemento|rotomoldeada; maceta
TIE; Tierra fértil; Macetas; jardin; 4900-18900; 5-25; x 5 dm³|x 20 dm³|x 50 dm³|para cactus x 5 dm³;
PAL; Pala de punta; Herramientas de jardín; jardin; 21900-46900; 1.6-2.3; mango corto|mango largo|forjada;
RAS; Rastrillo; Herramientas de jardín; jardin; 11900-29900; 0.6-1.4; barrehojas plástico|barrehojas metálico|16 dientes;
TIJ; Tijera de podar; Herramientas de jardín; jardin; 12900-48900; 0.3-1.1; una mano 8"|de yunque|cortacerco 22";
BOR; Bordeadora; Herramientas de jardín; jardin; 89900-269900; 2.4-6.5; eléctrica 500 W|eléctrica 1000 W|a explosión 43 cc;
PAR; Parrilla portátil; Parrilla y fuego; jardin; 54900-239900; 5-24; plegable 40 cm|con ruedas 60 cm|tambor con tapa;
CHU; Chulengo; Parrilla y fuego; jardin; 189900-459900; 25-48; 60 cm|90 cm|con brasero;
CAR; Carbón de quebracho; Parrilla y fuego; jardin; 5900-14900; 3-10; bolsa 3 kg|bolsa 5 kg|bolsa 10 kg;
INS; Instalación a domicilio; Servicios; ; 35000-120000; 0-0; de luminaria|de grifería|de ventilador de techo|de cortinas|de estantería|de extractor|de calefón|de termotanque|de bomba presurizadora|de alarma|de aire acondicionado|de portón automático|de tablero eléctrico;
FLT; Flete y entrega; Servicios; ; 9000-75000; 0-0; hasta 5 km|hasta 10 km|hasta 15 km|hasta 20 km|hasta 30 km|hasta 40 km|hasta 60 km|hasta 80 km|hasta 120 km|hasta 200 km|con descarga|con subida por escalera|con grúa;
COT; Corte a medida; Servicios; ; 2500-12000; 0-0; de tela|de goma|de alfombra|de caños|de cadena|de madera|de melamina|de policarbonato|de perfil de aluminio|de chapa|de vidrio|de espejo|de mármol;
`;
