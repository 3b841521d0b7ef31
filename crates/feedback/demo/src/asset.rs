//! The tokens that testers of the demo swap, in amounts that a person would type.

/// A token.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Asset {
    pub(super) symbol: &'static str,
    pub(super) decimals: u32,
    /// What one is worth, in cents.
    cents: u128,
    /// What people swap of it at a time.
    pub(super) amounts: [&'static str; 4],
}

#[rustfmt::skip] // A table, one token per line.
pub(super) const ASSETS: &[Asset] = &[
    Asset { symbol: "USDC", decimals: 6, cents: 100, amounts: ["25", "120", "400", "1,500"] },
    Asset { symbol: "USDT", decimals: 6, cents: 100, amounts: ["20", "100", "350", "1,200"] },
    Asset { symbol: "DAI", decimals: 18, cents: 100, amounts: ["30", "150", "500", "2,000"] },
    Asset { symbol: "WETH", decimals: 18, cents: 310_000, amounts: ["0.02", "0.05", "0.25", "0.8"] },
    Asset { symbol: "WBTC", decimals: 8, cents: 9_500_000, amounts: ["0.0005", "0.002", "0.01", "0.03"] },
    Asset { symbol: "LINK", decimals: 18, cents: 1_450, amounts: ["5", "12.5", "40", "150"] },
    Asset { symbol: "UNI", decimals: 18, cents: 780, amounts: ["10", "25", "80", "250"] },
    Asset { symbol: "AAVE", decimals: 18, cents: 19_000, amounts: ["0.5", "2", "6", "15"] },
    Asset { symbol: "CRV", decimals: 18, cents: 55, amounts: ["50", "200", "750", "3,000"] },
    Asset { symbol: "stETH", decimals: 18, cents: 309_000, amounts: ["0.03", "0.1", "0.4", "1.2"] },
    Asset { symbol: "rETH", decimals: 18, cents: 355_000, amounts: ["0.02", "0.08", "0.3", "1"] },
    Asset { symbol: "MKR", decimals: 18, cents: 152_000, amounts: ["0.05", "0.2", "0.75", "2"] },
    Asset { symbol: "LDO", decimals: 18, cents: 92, amounts: ["40", "150", "600", "2,500"] },
    Asset { symbol: "ARB", decimals: 18, cents: 31, amounts: ["100", "400", "1,500", "5,000"] },
    Asset { symbol: "OP", decimals: 18, cents: 47, amounts: ["80", "300", "1,000", "4,000"] },
];

impl Asset {
    /// An amount as it was typed, in the token's smallest unit.
    pub(super) fn units(&self, amount: &str) -> u128 {
        let (whole, part) = amount.split_once('.').unwrap_or((amount, ""));
        let digits = whole.chars().chain(part.chars()).filter_map(|digit| digit.to_digit(10));
        let number = digits.fold(0, |number: u128, digit| number * 10 + u128::from(digit));
        let places = u32::try_from(part.len()).unwrap_or(u32::MAX);
        number * 10_u128.pow(self.decimals.saturating_sub(places))
    }

    /// How much of another token so many units are worth.
    pub(super) fn worth(&self, units: u128, other: &Asset) -> u128 {
        /// A ten-thousandth of a cent is fine enough, and fits.
        const FINE: u128 = 1_000_000;
        let value = units * self.cents * FINE / 10_u128.pow(self.decimals);
        value * 10_u128.pow(other.decimals) / (other.cents * FINE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_between_twenty_dollars_and_five_thousand_in_any_token() {
        let dollar = Asset { symbol: "USD", decimals: 2, cents: 100, amounts: ["", "", "", ""] };
        for asset in ASSETS {
            for amount in asset.amounts {
                let worth = asset.worth(asset.units(amount), &dollar);
                assert!((2_000..=500_000).contains(&worth), "{amount} {}: {worth}", asset.symbol);
            }
        }
        let [usdc, weth] = ["USDC", "WETH"]
            .map(|symbol| ASSETS.iter().find(|asset| asset.symbol == symbol).expect("an asset"));
        assert_eq!(usdc.units("1,500"), 1_500_000_000);
        assert_eq!(weth.units("0.05"), 50_000_000_000_000_000);
        assert_eq!(weth.worth(weth.units("0.8"), usdc), 2_480_000_000);
    }
}
